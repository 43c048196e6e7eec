"""The words: the same keys and holes in every language, and Chinese by the house rules."""

import re

import pytest

from lossviz.text import LANGUAGES, closest, translator
from lossviz.text.translator import PLACEHOLDER, sentences

OTHERS = [language for language in LANGUAGES if language != "en"]
FORBIDDEN = {
    "zh-Hans": (
        "预设 萤幕 滑鼠 影片 软体 硬体 档案 伺服器 执行绪 记忆体 网路 资料 资讯 品质 最佳化 机率 影格 介面 视窗 连结 "
        "储存 汇出 汇入"
    ),
    "zh-Hant": (
        "默認 設置 屏幕 鼠標 視頻 軟件 服務器 隊列 線程 進程 內存 網絡 數據 信息 質量 優化 概率 加載 識別 用戶 刷新 "
        "搜索 保存 導出 導入 窗口 菜單 界面 全屏 代碼 幀 鏈接 點擊 拖動 坐標 正規化"
    ),
}


@pytest.mark.parametrize("language", OTHERS)
def test_every_key_exists(language: str) -> None:
    english = {k for k in sentences("en") if not k.endswith(".one")}
    assert set(sentences(language)) == english


@pytest.mark.parametrize("language", OTHERS)
def test_holes_are_the_same(language: str) -> None:
    english = sentences("en")
    wrong = [k for k, v in sentences(language).items() if holes(v) != holes(english[k])]
    assert wrong == []


def holes(sentence: str) -> set[str]:
    return set(PLACEHOLDER.findall(sentence))


@pytest.mark.parametrize("language", OTHERS)
def test_no_words_of_the_other_shore(language: str) -> None:
    banned = re.compile("|".join(FORBIDDEN[language].split()))
    assert [v for v in sentences(language).values() if banned.search(v)] == []


CUT_OFF = re.compile(r"\*\*[^*]+[。，：；？）”」]\*\*[^\s。，：；？）”」]")
"""Bold that ends in punctuation beside a letter, which Markdown does not take for an end."""


@pytest.mark.parametrize("language", OTHERS)
def test_bold_ends_before_its_full_stop(language: str) -> None:
    assert [v for v in sentences(language).values() if CUT_OFF.search(v)] == []


def test_names_are_filled_before_spaces_and_values_after() -> None:
    t = translator("zh-Hans")
    sentence = t("refuse.range", owner="ArcFace", knob="间隔", low="0", high="1.57", unit="\u00a0rad", value="3")
    assert sentence == "ArcFace 的间隔须在 0 … 1.57\u00a0rad 之间，收到 3"


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("zh-CN", "zh-Hans"),
        ("zh-TW", "zh-Hant"),
        ("zh-Hant-HK", "zh-Hant"),
        ("zh", "zh-Hans"),
        ("de-DE", "en"),
        (None, "en"),
    ],
)
def test_first_guess_from_the_browser(locale: str | None, language: str) -> None:
    assert closest(locale) == language


def test_english_has_no_exclamation_marks() -> None:
    assert [v for v in sentences("en").values() if "!" in v] == []


@pytest.mark.parametrize("language", OTHERS)
def test_an_id_in_a_list_of_choices_stays_what_one_types(language: str) -> None:
    fields = {"owner": "Recipe", "knob": "loss", "choices": "intra, margin, circle", "value": "nope"}
    assert "intra, margin, circle" in translator(language)("refuse.choice", **fields)
