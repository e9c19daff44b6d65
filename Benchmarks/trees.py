"""Trees of as many nodes as wanted, in the formats that people have, for a phone of 390 x 844 points and scale 3.

A list of cards, eight nodes each: about as deep, and with as many members, as the trees of real screens.
"""

import json

WIDTH, HEIGHT, SCALE = 390, 844, 3
TEXTS = ["Transfer to savings", "12 March", "Balance 18,204.60", "anna.berg@example.org", "Details", "Reference 4711"]


def cards(count):
    """For each card its texts and its box in points; cards lie upon each other where the screen ends."""
    for number in range((count - 2) // 8):
        yield number, 8 + number * 37 % (HEIGHT - 100), TEXTS[number % len(TEXTS):] + TEXTS[:number % len(TEXTS)]


def boxes(top):
    """A card's box, its row's, and those of its six texts: x, y, width, height."""
    return [(8, top, 374, 90), (16, top + 6, 358, 78)] + [(20 + i % 2 * 176, top + 10 + i // 2 * 24, 170, 20) for i in range(6)]


def sidecar(count, frames):
    """`views.jsonl` with a snapshot for each frame."""
    def label(i, number, text, box):
        return {"type": "Label", "id": f"label{number}_{i}", "classes": ["row", "text"], "text": text,
                "bounds": list(box), "opaque": False, "alpha": 1, "hidden": False}
    children = []
    for number, top, texts in cards(count):
        card, row, *labels = boxes(top)
        children.append({"type": "CardView", "id": f"card{number}", "bounds": list(card), "clips": True, "corner_radius": 8, "children": [
            {"type": "Row", "bounds": list(row), "children": [label(i, number, texts[i], box) for i, box in enumerate(labels)]}]})
    windows = [{"type": "Window", "bounds": [0, 0, WIDTH, HEIGHT], "children": [
        {"type": "List", "id": "list", "bounds": [0, 0, WIDTH, HEIGHT], "children": children}]}]
    lines = [{"scrim": "views", "version": 1, "space": "points", "size": [WIDTH, HEIGHT], "scale": SCALE}]
    lines += [{"record": "snapshot", "frame": frame, "windows": windows} for frame in range(frames)]
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)


def uiautomator(count):
    def node(index, type, text, identifier, box, children=""):
        x, y, width, height = (side * SCALE for side in box)
        return (f'<node index="{index}" text="{text}" resource-id="org.example.demo:id/{identifier}" class="android.{type}" '
                f'package="org.example.demo" content-desc="" checkable="false" checked="false" clickable="false" enabled="true" '
                f'focusable="false" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" '
                f'bounds="[{x},{y}][{x + width},{y + height}]">{children}</node>\n')
    return ('<?xml version="1.0" encoding="UTF-8" standalone="yes" ?><hierarchy rotation="0">'
            + nested(count, node, ("widget.FrameLayout", "view.ViewGroup", "widget.TextView")) + "</hierarchy>")


def xcuitest(count):
    def node(index, type, text, identifier, box, children=""):
        x, y, width, height = box
        tag = "XCUIElementType" + type
        return (f'<{tag} type="{tag}" value="{text}" name="{identifier}" label="{text}" enabled="true" visible="true" '
                f'accessible="true" x="{x}" y="{y}" width="{width}" height="{height}" index="{index}">{children}</{tag}>\n')
    window = nested(count - 1, node, ("Window", "Other", "StaticText"))
    return f'<?xml version="1.0" encoding="UTF-8"?>{node(0, "Application", "", "Demo", (0, 0, WIDTH, HEIGHT), window)}'


def nested(count, node, types):
    """The list with a writer's own node: index, type, text, id, box, children."""
    outer, group, text = types
    inner = []
    for number, top, texts in cards(count):
        card, row, *labels = boxes(top)
        leaves = "".join(node(i, text, texts[i], f"label{number}_{i}", box) for i, box in enumerate(labels))
        inner.append(node(number, group, "", f"card{number}", card, node(0, group, "", "", row, leaves)))
    screen = (0, 0, WIDTH, HEIGHT)
    return node(0, outer, "", "", screen, node(0, group, "", "list", screen, "".join(inner)))


def maestro(count):
    def node(index, type, text, identifier, box, children=""):
        x, y, width, height = box
        attributes = {"accessibilityText": text, "title": "", "value": "", "text": "", "hintText": "", "resource-id": identifier,
                      "bounds": f"[{x},{y}][{x + width},{y + height}]", "enabled": "true", "focused": "false", "selected": "false"}
        return (f'{{"attributes":{json.dumps(attributes)},"enabled":true,"focused":false,"selected":false,'
                f'"children":[{children.rstrip(",")}]}},')
    return nested(count, node, ("", "", "")).rstrip(",")


def dom_snapshot(count):
    strings, places = [], {}
    def text(value):
        if value not in places:
            places[value] = len(strings)
            strings.append(value)
        return places[value]
    nodes = {key: [] for key in ("parentIndex", "nodeType", "nodeName", "nodeValue", "attributes")}
    layout = {key: [] for key in ("nodeIndex", "styles", "bounds", "text", "paintOrders")}
    def add(parent, kind, name, value, attributes, box):
        index = len(nodes["parentIndex"])
        for key, entry in zip(nodes, (parent, kind, text(name), value, [text(word) for word in attributes])):
            nodes[key].append(entry)
        styles = [text(word) for word in ("block", "visible", "1", "none", "visible", "static", "rgba(0, 0, 0, 0)", "0px")]
        for key, entry in zip(layout, (index, styles, [side * SCALE for side in box], value, index)):
            layout[key].append(entry)
        return index
    screen = (0, 0, WIDTH, HEIGHT)
    page = add(-1, 9, "#document", -1, [], screen)
    body = add(page, 1, "BODY", -1, ["class", "list"], screen)
    for number, top, texts in cards(count):
        card, row, *labels = boxes(top)
        outer = add(body, 1, "DIV", -1, ["id", f"card{number}", "class", "card wide"], card)
        inner = add(outer, 1, "DIV", -1, ["class", "row"], row)
        for i, box in enumerate(labels[:3]):
            span = add(inner, 1, "SPAN", -1, ["id", f"label{number}_{i}", "class", "text"], box)
            add(span, 3, "#text", text(f"{texts[i]} {number}"), [], box)
    return json.dumps({"documents": [{"documentURL": text("https://example.test/"), "scrollOffsetX": 0, "scrollOffsetY": 0,
                                      "contentWidth": WIDTH * SCALE, "contentHeight": HEIGHT * SCALE, "nodes": nodes, "layout": layout}],
                       "strings": strings}, separators=(",", ":"))


def write(folder, count, frames):
    """Writes a file of each format; gives their paths."""
    folder.mkdir()
    files = {"views.jsonl": sidecar(count, frames), "uiautomator.xml": uiautomator(count), "xcuitest.xml": xcuitest(count),
             "dom-snapshot.json": dom_snapshot(count), "maestro.json": maestro(count)}
    for name, content in files.items():
        (folder / name).write_text(content)
    return [folder / name for name in files]
