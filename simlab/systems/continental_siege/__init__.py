"""Continental Siege Aircraft: an air variant of the hex wargame Ogre (d6, odds table). See README.md beside it."""
