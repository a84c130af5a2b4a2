"""The words of the slash commands: names and descriptions in English, simplified and traditional Chinese.

They are sent to Discord once, at start, and shown by its clients; everything that the bot itself says is in
``bot.present``. Names are lower case, 1–32 characters; descriptions 1–100.
"""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = ["COMMANDS", "OPTIONS", "Words"]


class Words(NamedTuple):
    """One description and, for commands, the Chinese names."""

    en: str
    zh_cn: str
    zh_tw: str
    name_cn: str = ""
    name_tw: str = ""


COMMANDS: Final[dict[str, Words]] = {
    "new": Words("Open a table here", "在这里开一张牌桌", "在這裡開一張牌桌", "开桌", "開桌"),
    "join": Words("Take a seat", "入座", "入座", "入座", "入座"),
    "invite": Words(
        "A code that lets a friend join from anywhere",
        "邀请码：让朋友从别处加入",
        "邀請碼：讓朋友從別處加入",
        "邀请",
        "邀請",
    ),
    "leave": Words("Give up my seat for good", "离开座位", "離開座位", "离座", "離座"),
    "ai": Words("Fill empty seats with AI players", "用电脑玩家补满空位", "用電腦玩家補滿空位", "电脑", "電腦"),
    "deal": Words(
        "Start the match, the next round, or another match",
        "开始比赛、下一局或新的一场",
        "開始比賽、下一局或新的一場",
        "发牌",
        "發牌",
    ),
    "luck": Words("Add a word of my own to the next deal", "给下一副牌加把手气", "給下一副牌加把手氣", "手气", "手氣"),
    "hand": Words("Show my hand to me alone", "只给我自己看手牌", "只給我自己看手牌", "手牌", "手牌"),
    "play": Words("Play cards", "出牌", "出牌", "出牌", "出牌"),
    "pass": Words("Pass", "不要", "不要", "不要", "不要"),
    "bid": Words("Bid for the landlord or name an amount", "叫分", "叫分", "叫分", "叫分"),
    "do": Words("Any other action of the game", "游戏中的其他动作", "遊戲中的其他動作", "动作", "動作"),
    "hint": Words("Suggest an action to me alone", "悄悄给我一个建议", "悄悄給我一個建議", "提示", "提示"),
    "table": Words("Show the table again", "再看一次牌桌", "再看一次牌桌", "牌桌", "牌桌"),
    "autopass": Words(
        "Pass for the rest of this trick, or take that back",
        "本圈之后自动不要,再用一次即取消",
        "本圈之後自動不要,再用一次即取消",
        "自动不要",
        "自動不要",
    ),
    "away": Words(
        "Let an AI player act for me; the seat stays mine", "由电脑代打,座位保留", "由電腦代打,座位保留", "托管", "託管"
    ),
    "back": Words("I act again myself", "我回来了,自己打", "我回來了,自己打", "回来", "回來"),
    "prefer": Words("My personal preferences", "我的个人偏好", "我的個人偏好", "偏好", "偏好"),
    "settings": Words("House rules and clock of the table", "牌桌的规则与计时", "牌桌的規則與計時", "设置", "設定"),
    "leaderboard": Words("Who has done best here", "这里的排行榜", "這裡的排行榜", "排行榜", "排行榜"),
    "stats": Words("Results of one person", "个人战绩", "個人戰績", "战绩", "戰績"),
    "history": Words("Matches played, newest first", "历史牌局,最新的在前", "歷史牌局,最新的在前", "历史", "歷史"),
    "replay": Words(
        "Look at a finished match or round again", "回看打完的一场或一局", "回看打完的一場或一局", "回放", "回放"
    ),
    "fair": Words(
        "Check that a round was dealt as committed", "核对一局是否按承诺发牌", "核對一局是否按承諾發牌", "验牌", "驗牌"
    ),
    "rules": Words("The rules of a game", "游戏规则", "遊戲規則", "规则", "規則"),
    "help": Words("What to do next", "接下来做什么", "接下來做什麼", "帮助", "說明"),
    "language": Words("My language; for administrators: the channel's", "选择语言", "選擇語言", "语言", "語言"),
    "privacy": Words("What the bot stores", "机器人保存哪些数据", "機器人保存哪些資料", "隐私", "隱私"),
    "link": Words(
        "Join my accounts on two platforms", "关联我在两个平台的账号", "關聯我在兩個平台的帳號", "关联", "關聯"
    ),
    "unlink": Words("Part my accounts again", "取消账号关联", "取消帳號關聯", "取消关联", "取消關聯"),
    "forgetme": Words("Delete what is stored about me", "删除关于我的数据", "刪除關於我的資料", "忘记我", "忘記我"),
    "kick": Words("Remove a person from the table", "请人离开牌桌", "請人離開牌桌", "请离", "請離"),
    "end": Words("End the match here", "结束这场比赛", "結束這場比賽", "结束", "結束"),
}
"""Command → description and names."""

OPTIONS: Final[dict[str, Words]] = {
    "game": Words("Which game", "哪种游戏", "哪種遊戲"),
    "preset": Words("A named set of house rules", "一套规则", "一套規則"),
    "options": Words("House rules: name=value …", "规则:名称=值 …", "規則:名稱=值 …"),
    "players": Words("How many seats, where the game has a range", "座位数(游戏允许时)", "座位數(遊戲允許時)"),
    "seat": Words("Seat number", "座位号", "座位號"),
    "invitation": Words(
        "The code that somebody at the table gave you", "牌桌上的人给你的邀请码", "牌桌上的人給你的邀請碼"
    ),
    "table": Words("Table number, if there are several", "牌桌号(有多张时)", "牌桌號(有多張時)"),
    "count": Words("How many seats to fill", "补几个座位", "補幾個座位"),
    "level": Words("How strong they play", "电脑水平", "電腦水準"),
    "plain": Words("One line in plain notation", "用简单记法", "用簡單記法"),
    "cards": Words(
        "The cards, as you would write them: 77, 10 10, 34567",
        "牌,怎么写都行:77、10 10、34567",
        "牌,怎麼寫都行:77、10 10、34567",
    ),
    "word": Words("Any word; the deal depends on it", "任意一个词，发牌会受它影响", "任意一個詞，發牌會受它影響"),
    "as": Words("How to read wild cards or kinds", "如何解读牌型", "如何解讀牌型"),
    "amount": Words("The amount", "分数", "分數"),
    "verb": Words("Which action", "哪个动作", "哪個動作"),
    "name": Words("Which one", "哪一项", "哪一項"),
    "value": Words("The new value", "新的值", "新的值"),
    "user": Words("Which person", "哪位玩家", "哪位玩家"),
    "who": Words("A name or seat number instead", "或写名字、座位号", "或寫名字、座位號"),
    "id": Words("A match or round: M17, M17.3", "场次或局号:M17、M17.3", "場次或局號:M17、M17.3"),
    "language": Words("Which language", "哪种语言", "哪種語言"),
    "code": Words("The code from the other platform", "另一平台给出的代码", "另一平台給出的代碼"),
}
"""Option → description."""
