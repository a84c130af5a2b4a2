"""What a host may get wrong in the settings: told in a line that names it, never with its value."""

from pathlib import Path

import pytest

from bot.session.port.page import PagePlace
from bot.settings import SettingError, read_settings
from tests.cases import each

TOKEN = "700000001:simulated-token-for-tests-0123456789ab"


def test_a_misspelt_name_in_the_file_is_named_with_what_was_meant_and_without_its_value(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text(f"WEB_PROT=9000\nTELEGRAM_TOKNE={TOKEN}\nfavourite_colour=red\nWEB_HOST=127.0.0.1\n")
    found = read_settings({}, file)
    assert found.web_port == 8080
    assert found.doubts == (
        "TELEGRAM_TOKNE in the settings file is not a setting of Paiju; did you mean TELEGRAM_TOKEN?",
        "WEB_PROT in the settings file is not a setting of Paiju; did you mean WEB_PORT?",
        "favourite_colour in the settings file is not a setting of Paiju",
    )


def test_in_the_environment_only_what_looks_like_a_slip_is_named() -> None:
    around = {"PATH": "/bin", "HOME": "/root", "HOSTNAME": "box", "LANG": "C", "WEB_PROT": "9000", "LOG_LEVEL": "INFO"}
    assert [line.split()[0] for line in read_settings(around, None).doubts] == ["WEB_PROT"]


def test_every_setting_in_the_example_is_known() -> None:
    assert read_settings({}, Path(__file__).parents[2] / ".env.example").doubts == ()


@pytest.mark.parametrize("raw", ["TELEGRAM_TOKEN=ä".encode("latin-1"), "WEB_PORT=80".encode("utf-16")])
def test_a_file_that_is_not_utf_8_is_one_clear_line(tmp_path: Path, raw: bytes) -> None:
    file = tmp_path / ".env"
    file.write_bytes(raw)
    with pytest.raises(SettingError, match="is not UTF-8 text") as caught:
        read_settings({}, file)
    assert "\n" not in str(caught.value)


def test_the_mark_that_some_editors_put_in_front_is_no_part_of_the_first_name(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("WEB_PORT=9000\n", encoding="utf-8-sig")
    found = read_settings({}, file)
    assert (found.web_port, found.doubts) == (9000, ())


def test_a_folder_of_that_name_is_no_settings_file(tmp_path: Path) -> None:
    (tmp_path / ".env").mkdir()
    assert read_settings({}, tmp_path / ".env").web_port == 8080


@each(
    ("name", "value"),
    [
        ("WEB_PROXIES", "10.0.0.7, proxy"),
        ("DISCORD_SHARD_COUNT", "0"),
        ("DISCORD_SHARD_IDS", "0-3,x"),
        ("DISCORD_SHARD_IDS", "3-1"),
        ("METRICS_PORT", "many"),
        ("METRICS_TOKEN", "short"),
        ("TELEGRAM_APP_NAME", "my hand"),
        ("DISCORD_CLIENT_SECRET", "short"),
        ("WEB_PUBLIC_URL", "cards.example"),
        ("CLUSTER_URL", "https://cards.example"),
        ("CLUSTER_URL", "redis://"),
        ("CLUSTER_URL", "redis://cards.example:port"),
        ("CLUSTER_URL", "redis://cards.example/first"),
        ("CLUSTER_URL", "unix://"),
        ("WORKER_NAME", "two words"),
        ("TELEGRAM_TOKEN", "not-a-token"),
        ("DISCORD_TOKEN", "nonsense"),
        ("TELEGRAM_TOKENS", "not-a-token"),
        ("TELEGRAM_TOKENS", f"{TOKEN},"),
        ("TELEGRAM_TOKENS", f"{TOKEN},,{TOKEN}"),
        ("TELEGRAM_TOKENS", f"{TOKEN},{TOKEN}"),
        ("TELEGRAM_TOKENS", f"{TOKEN},{TOKEN[:-1]}"),
        ("DATABASE_URL", "postgresql://someone:secret-word@localhost/paiju"),
        ("DATABASE_URL", "mysql://localhost/paiju"),
        ("WEB_PORT", "seventy"),
        ("TURN_SECONDS", "-5"),
        ("AI_DELAY_SECONDS", "soon"),
        ("OUTBOX_PACE", "0"),
        ("DEFAULT_LANGUAGE", "fr"),
        ("LOG_LEVEL", "LOUD"),
        ("LOG_FORMAT", "xml"),
        ("PAIJU_SEED", "lucky"),
        ("TELEGRAM_API_BASE_URL", "ftp://here"),
        ("DISCORD_API_BASE_URL", "just words"),
        ("TELEGRAM_WEBHOOK_URL", "https://paiju.example.org/hook"),
    ],
)
def test_a_wrong_setting_is_named_and_a_secret_is_not_told(name: str, value: str) -> None:
    with pytest.raises(SettingError, match="TELEGRAM_WEBHOOK_SECRET" if "WEBHOOK" in name else name) as caught:
        read_settings({name: value}, None)
    assert "\n" not in str(caught.value)
    assert "TOKEN" not in name or value not in str(caught.value)
    assert "secret-word" not in str(caught.value)


def test_proxies_are_read_one_by_one() -> None:
    assert read_settings({"WEB_PROXIES": "10.0.0.7, 172.18.0.0/16"}, None).web_proxies == ("10.0.0.7", "172.18.0.0/16")


def test_chats_offer_the_page_under_an_https_address_and_say_so_where_it_is_none() -> None:
    tokens = {"TELEGRAM_TOKEN": TOKEN, "TELEGRAM_APP_NAME": "hand", "DISCORD_CLIENT_SECRET": "not-so-secret-at-all"}
    found = read_settings({**tokens, "WEB_PUBLIC_URL": "https://cards.example/"}, None)
    assert found.page == PagePlace("https://cards.example", "hand", activity=False)  # Discord has no token here
    assert found.doubts == ()
    assert "not-so-secret" not in repr(found)
    plain = read_settings({**tokens, "WEB_PUBLIC_URL": "http://cards.example"}, None)
    assert plain.page is None
    assert plain.doubts == (
        "WEB_PUBLIC_URL is not https: the page works there, but chats do not offer it (Open my hand)",
    )
    assert read_settings(tokens, None).doubts == (
        "TELEGRAM_APP_NAME does nothing without WEB_PUBLIC_URL",
        "DISCORD_CLIENT_SECRET does nothing without WEB_PUBLIC_URL",
    )


def test_several_workers_on_sqlite_are_refused_with_what_would_do() -> None:
    with pytest.raises(SettingError, match="set DATABASE_URL to postgresql") as caught:
        read_settings({"CLUSTER_URL": "redis://:secret@127.0.0.1"}, None)
    assert "\n" not in str(caught.value)
    assert "secret" not in str(caught.value)
