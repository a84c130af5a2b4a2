"""The page's layers in ``docs/architecture.md``: which JavaScript module may import which, read from the import lines."""

import re
from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path, PurePosixPath

from tests.architecture.test_imports import rows_below
from tests.cases import each

ROOT = Path(__file__).parent.parent.parent
STATIC = ROOT / "bot" / "frontends" / "web" / "static" / "js"
HEAD = "| layer | modules | what it is |"
IMPORT = re.compile(
    r"""^(?:import|export)\b[^;"'`]*?\bfrom\s*["']([^"']+)|^import\s*["']([^"']+)|\bimport\s*\(\s*["'`]?([^"'`)]*)""",
    re.MULTILINE,
)

VENDORED = {path.relative_to(STATIC.parent).as_posix() for path in (STATIC.parent / "vendor").rglob("*.js")}

Sources = Mapping[str, str]  # The text of each module by its path below the page's folder
Layers = Mapping[str, set[str]]  # The modules of each layer, the highest layer first


def layers_of(document: str) -> Layers:
    return {
        layer.strip(" `"): set(re.findall(r"`(\w+)`", modules)) for layer, modules, *_ in rows_below(HEAD, document)
    }


def layer_of(path: str) -> str:
    """The folder of a module; the one module outside the folders is a layer of its own."""
    return PurePosixPath(path).parts[0].removesuffix(".js")


def imports_of(path: str, source: str) -> list[str]:
    """Paths of the modules that this one imports, in whatever form; other addresses stay as they are written."""
    found = []
    for groups in IMPORT.findall(source):
        name = next(filter(None, groups), "")
        place = PurePosixPath(path).parent
        for part in PurePosixPath(name).parts if name.startswith(".") else ():
            place = place.parent if part == ".." else place / part
        found.append(str(place) if name.startswith(".") else name)
    return found


def faults(sources: Sources, layers: Layers) -> list[str]:
    """Everything in which these modules are not as the table says: places, upward imports, circles."""
    order = list(layers)
    placed = {(layer, name) for layer, names in layers.items() for name in names}
    there = {(layer_of(path), PurePosixPath(path).stem) for path in sources}
    found = [f"the table and the folders differ in {layer}/{name}" for layer, name in sorted(placed ^ there)]
    graph = {path: imports_of(path, source) for path, source in sources.items()}
    for path, names in graph.items():
        for name in names:
            if name in VENDORED and layer_of(path) == "host":
                continue  # other people's work, loaded only inside the app that it is for
            if name not in sources:
                found.append(f"{path} imports {name}, which is none of the page's modules")
            elif {layer_of(path), layer_of(name)} <= set(order) and order.index(layer_of(name)) < order.index(
                layer_of(path)
            ):
                found.append(f"{path} imports {name}, which is above it")
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as circle:
        found.append(f"a circle: {' → '.join(reversed(circle.args[1]))}")
    return found


SOURCES = {path.relative_to(STATIC).as_posix(): path.read_text(encoding="utf-8") for path in STATIC.rglob("*.js")}
LAYERS = layers_of((ROOT / "docs" / "architecture.md").read_text(encoding="utf-8"))


def test_the_pages_modules_import_downwards_and_in_no_circle() -> None:
    assert sum(len(imports_of(*module)) for module in SOURCES.items()) > len(SOURCES)
    assert faults(SOURCES, LAYERS) == []


def test_each_module_of_the_page_begins_by_saying_what_it_is() -> None:
    for path, source in SOURCES.items():
        assert re.match(r"// .+[.]\n", source), path


def test_each_module_of_the_page_has_its_types_checked() -> None:
    for path, source in SOURCES.items():
        head = source.partition("\n\n")[0].splitlines()
        assert "// @ts-check" in head, path
        assert not re.search("@ts-(nocheck|ignore|expect-error)", source), path


def test_no_line_of_the_page_is_longer_than_a_line_of_the_program() -> None:
    ours = [path for path in STATIC.parent.rglob("*.*") if "vendor" not in path.parts and path.suffix != ".png"]
    assert {path.suffix for path in ours} >= {".css", ".html", ".js"}
    for path in ours:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            assert len(line) <= 120, f"{path.name}:{number}"


def test_other_peoples_work_says_which_version_it_is_and_by_what_licence() -> None:
    for path in VENDORED:
        file = STATIC.parent / path
        told = re.search(r"version (\d+[.]\d+[.]\d+)", (file.parent / "README.md").read_text(encoding="utf-8"))
        assert told is not None, path
        assert f'"{told[1]}"' in file.read_text(encoding="utf-8"), path
        assert (file.parent / "LICENSE.txt").read_text(encoding="utf-8").startswith("MIT License"), path


TABLE = f"""Above.

{HEAD}
| --- | --- | --- |
| `main` | `main` | the start |
| `views` | `hand`, `table` | what is drawn |
| `state` | `state` | what is known |

Below: `nothing`.
"""
GOOD = {
    "main.js": '// Start.\nimport { table } from "./views/table.js";\n',
    "views/table.js": 'import {\n  state,\n} from "../state/state.js";\nimport "./hand.js";\n',
    "views/hand.js": 'export { state } from "../state/state.js";\nexport const back = () => go("#/");\n',
    "state/state.js": "export const state = {};\n",
}


def test_a_made_up_page_in_order_has_no_fault() -> None:
    assert layers_of(TABLE) == {"main": {"main"}, "views": {"hand", "table"}, "state": {"state"}}
    assert imports_of("views/table.js", GOOD["views/table.js"]) == ["state/state.js", "views/hand.js"]
    assert faults(GOOD, layers_of(TABLE)) == []


@each(
    ("path", "line", "fault"),
    [
        ("state/state.js", 'import { hand } from "../views/hand.js";', "which is above it"),
        ("state/state.js", 'export { hand } from "../views/hand.js";', "which is above it"),
        ("state/state.js", 'import {\n  hand,\n} from "../views/hand.js";', "which is above it"),
        ("state/state.js", 'const late = () => import("../main.js");', "which is above it"),
        ("views/hand.js", "import '../main.js';", "which is above it"),
        ("views/hand.js", 'import { table } from "./table.js";', "a circle: views/"),
        ("views/hand.js", 'import { hand } from "./hand.js";', "a circle: views/hand.js → views/hand.js"),
        ("views/hand.js", 'import { h } from "/static/js/base/dom.js";', "none of the page's modules"),
        ("views/hand.js", 'import { h } from "../base/dom.js";', "none of the page's modules"),
        ("views/hand.js", "const late = () => import(name);", "none of the page's modules"),
        ("views/log.js", "", "differ in views/log"),
        ("log.js", "", "differ in log/log"),
    ],
)
def test_a_made_up_page_out_of_order_is_found(path: str, line: str, fault: str) -> None:
    found = faults({**GOOD, path: f"{GOOD.get(path, '')}{line}\n"}, layers_of(TABLE))
    assert any(fault in one for one in found), found


def test_a_module_that_the_table_still_names_is_missed() -> None:
    gone = {path: source for path, source in GOOD.items() if path != "views/hand.js"}
    assert "the table and the folders differ in views/hand" in faults(gone, layers_of(TABLE))
