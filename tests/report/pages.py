"""A page as a test reads it: elements with their attributes and texts, tables as rows of cells."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "br", "wbr", "link", "img", "input", "hr"}


@dataclass
class Element:
    tag: str
    attributes: dict
    parent: "Element | None" = None
    children: list = field(default_factory=list)

    def text(self):
        return "".join(child if isinstance(child, str) else child.text() for child in self.children)

    def all(self, tag):
        for child in self.children:
            if isinstance(child, Element):
                if child.tag == tag:
                    yield child
                yield from child.all(tag)

    def one(self, tag):
        (found,) = self.all(tag)
        return found

    def classes(self):
        return (self.attributes.get("class") or "").split()


class Reader(HTMLParser):
    """Builds the tree and insists that every element is closed where it should be."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.root = self.open = Element("", {})

    def handle_starttag(self, tag, attrs):
        element = Element(tag, dict(attrs), self.open)
        self.open.children.append(element)
        if tag not in VOID:
            self.open = element

    def handle_startendtag(self, tag, attrs):
        self.open.children.append(Element(tag, dict(attrs), self.open))

    def handle_endtag(self, tag):
        assert self.open.tag == tag, f"</{tag}> closes <{self.open.tag}> at {self.getpos()}"
        self.open = self.open.parent

    def handle_data(self, data):
        self.open.children.append(data)


def read(path):
    reader = Reader()
    reader.feed(path.read_text(encoding="utf-8"))
    reader.close()
    assert reader.open is reader.root, f"<{reader.open.tag}> is never closed"
    return reader.root


def table_of(root, caption):
    """(heads, rows of cell texts) of the first table with a caption."""
    for table in root.all("table"):
        if table.one("caption").text() == caption:
            heads = [head.text() for head in table.one("thead").all("th")]
            rows = [[cell.text() for cell in row.all("td")] for row in table.one("tbody").all("tr")]
            return heads, rows
    raise AssertionError(f"no table {caption}")
