"""The planted faults fit the code as it is, and the quick ones are caught; `script/faults` plants them all."""

from __future__ import annotations

from tests.faults.plant import ROOT, faults, uncaught


def test_every_fault_has_its_text_once_and_its_tests_there() -> None:
    for fault in faults():
        text = (ROOT / fault.file).read_text("utf-8")
        assert text.count(fault.old) == 1, fault.name
        for test in fault.tests:
            file, _, name = test.partition("::")
            assert (ROOT / file).exists(), fault.name
            assert f"def {name.partition('[')[0]}" in (ROOT / file).read_text("utf-8"), fault.name


def test_names_of_faults_are_their_own() -> None:
    names = [fault.name for fault in faults()]
    assert len(set(names)) == len(names) >= 12


def test_the_quick_faults_are_caught() -> None:
    quick = [fault for fault in faults() if fault.quick]
    assert len(quick) >= 3
    assert uncaught(quick) == []
