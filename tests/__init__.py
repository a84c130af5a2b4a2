"""The tests of Paiju, importable as a package so that simulators and builders are shared."""
