"""The faults made by hand still apply: a list that has lost its places proves nothing."""

from scripts.mutants import ROOT, Fault, read_faults
from tests.cases import each

FAULTS = read_faults([])


def test_there_are_faults_of_rules_session_storage_and_frontends() -> None:
    assert {"games", "storage", "bot"} <= {fault.file.partition("/")[0] for fault in FAULTS}
    assert len({(fault.file, fault.old, fault.new) for fault in FAULTS}) == len(FAULTS)


@each("fault", FAULTS)
def test_a_fault_changes_a_text_that_stands_once_and_names_tests_that_are_there(fault: Fault) -> None:
    assert fault.misplaced() == ""
    assert fault.old != fault.new
    files = [word.partition("::")[0] for word in fault.tests if word.startswith("tests/")]
    assert files
    assert [name for name in files if not (ROOT / name).exists()] == []
