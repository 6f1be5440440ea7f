"""Command Decision: air supplement of Command Decision, Test of Battle (d10). See README.md beside this file."""
