"""The joined script: every module once, in the order in which a browser runs them; what is not understood is refused."""

import shutil
import subprocess

import pytest

from bot.frontends.web.assets import NotJoinable, joined_script, joined_styles
from tests.cases import each

MODULES = {
    "js/main.js": (
        '// The start.\nimport {\n  count,\n  told as said,\n} from "./base/a.js";\nimport "./views/b.js";\n'
        "const own = 1;\nsaid(own, count());\n"
        'export const late = () => import("../vendor/big.js");\n'
    ),
    "js/views/b.js": (
        '/** Both modules call something by this name. */\nimport { told } from "../base/a.js";\n'
        "const own = 2;\ntold(own);\n"
    ),
    "js/base/a.js": (
        "const own = [];\n/** Tell. */\nexport function told(...what) {\n  own.push(what);\n}\n"
        "export const count = () => own.length;\nexport class Unused {}\n"
    ),
    "js/lonely.js": "throw 1;\n",
}


def _joined(**changes: str) -> str:
    modules = {**MODULES, **{f"js/{name}.js": text for name, text in changes.items()}}
    return joined_script(modules, "js/main.js", lambda path: f"/{path}?v=7")


def test_modules_are_joined_in_the_order_in_which_they_run_with_a_scope_each() -> None:
    script = _joined()
    assert [line for line in script.splitlines() if line.startswith("//")] == [
        "// js/base/a.js",
        "// js/views/b.js",
        "// js/main.js",
    ]
    assert "const { count, told: said } = module0;" in script
    assert 'import("/vendor/big.js?v=7")' in script
    assert "Both modules" not in script


@pytest.mark.skipif(shutil.which("node") is None, reason="no node here: the browser tests run the joined script")
def test_the_joined_script_runs() -> None:
    script = _joined(main=MODULES["js/main.js"] + "console.log(count());\n")
    done = subprocess.run(["node", "--input-type=module"], input=script, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("2\n", "")


@each(
    "line",
    [
        'import all from "./base/a.js";', 'import * as all from "./base/a.js";',
        "import { told } from './base/a.js';", 'import { told } from "/static/js/base/a.js";',
        'import { told } from "./base/gone.js";', 'import { main } from "./main.js";', "export default 1;",
        "export let changing = 1;", "export { own };", 'export { told } from "./base/a.js";',
        'export * from "./base/a.js";', "export const { a } = own;", "const later = (name) => import(name);",
        "const here = import.meta.url;", "const long = `${count()}`, two = `1\n  2`;",
    ],
)  # fmt: skip
def test_a_form_that_is_not_understood_is_refused_and_named(line: str) -> None:
    with pytest.raises(NotJoinable, match="js/main"):
        _joined(main=f"{MODULES['js/main.js']}{line}\n")


def test_style_sheets_are_joined_in_their_order_and_lead_nowhere_relative() -> None:
    sheets = {"a.css": "/* One. */\n.a { color: red; }\n", "b.css": ".b { background: url(/static/b.svg); }\n"}
    assert joined_styles(sheets) == ".a { color: red; }\n.b { background: url(/static/b.svg); }\n"
    for strange in ('@import "c.css";', ".c { background: url(c.svg); }"):
        with pytest.raises(NotJoinable, match=r"c\.css"):
            joined_styles({"c.css": strange})
