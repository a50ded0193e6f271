"""Where the mail program begins to repeat somebody else's words (protocol P12)."""

from __future__ import annotations

import re
from collections.abc import Sequence

# How mail programs say "On … wrote:": how the line begins and its verb, per language.
_WROTE = (
    (r"On|In a message dated", r"wrote|writes|sent"),  # English
    (r"Am|Von", r"schrieb|geschrieben"),  # German
    (r"Le", r"a écrit"),  # French
    (r"El", r"escribió|va escriure"),  # Spanish, Catalan
    (r"Il|In data", r"ha scritto"),  # Italian
    (r"Em|No dia|A", r"escreveu"),  # Portuguese
    (r"Op", r"schreef|geschreven"),  # Dutch
    (r"Den|På|D\.", r"skrev"),  # Swedish, Danish, Norwegian
    (r"W dniu|Dnia|W dn\.|Dn\.", r"napisał(?:\(a\)|a)?|pisze"),  # Polish
    (r"Dne|Dňa", r"napsal(?:\(a\)|a)?|napísal(?:\(a\)|a)?"),  # Czech, Slovak
    (r"Pe|În|La", r"a scris"),  # Romanian
    (r"Στις|Την|Το", r"έγραψε"),  # Greek
    (r"Vào", r"đã viết"),  # Vietnamese
    (r"Pada", r"menulis"),  # Indonesian, Malay
)
# Languages in which the sender comes first, so that the verb and a date have to tell.
_WROTE_BEHIND = (
    r"kirjoitti",  # Finnish
    r"написал(?:\(а\)|а)?|пишет",  # Russian
    r"написав(?:\(ла\))?|пише",  # Ukrainian
    r"yazdı",  # Turkish
    r"írta",  # Hungarian
    r"작성|님이 씀",  # Korean
    r"書きました|のメール",  # Japanese
    r"写道|寫道",  # Chinese
    r"כתב/ה|כתב|כתבה",  # Hebrew
    r"كتب",  # Arabic
)
# … and in any language an address in brackets on a line that ends with a colon.
_ADDRESS = r"[<\[(](?:mailto:)?[^\s<>@]+@[^\s<>@]+[>\])].*"
_ORIGINAL = (
    r"original message|forwarded message",
    r"ursprüngliche nachricht|weitergeleitete nachricht",
    r"message d['’]origine|message transféré",
    r"mensaje original|mensaje reenviado",
    r"messaggio originale|messaggio inoltrato",
    r"mensagem original|mensagem encaminhada",
    r"oorspronkelijk bericht|doorgestuurd bericht",
    r"ursprungligt meddelande|oprindelig meddelelse|opprinnelig melding",
    r"исходное сообщение|пересылаемое сообщение",
    r"원본 ?메시지|원본 ?메일|원본 ?이메일",
    r"元のメッセージ|原始邮件|原始郵件",
)
_FORWARDED = (
    r"begin forwarded message",
    r"anfang der weitergeleiteten (?:nachricht|e-mail)",
    r"début du message (?:réexpédié|transféré)",
    r"inicio del mensaje reenviado",
    r"inizio messaggio inoltrato",
)
_SENDER = (
    r"from|von|de|da|van|från|fra|od|от|від|lähettäjä|kimden",
    r"差出人|发件人|寄件者|寄件人|보낸 ?사람",
)
_BESIDE_SENDER = (
    r"sent|date|to|cc|subject",
    r"gesendet|datum|an|betreff",
    r"envoyé|à|objet",
    r"enviado|fecha|para|asunto|assunto",
    r"inviato|data|a|oggetto",
    r"verzonden|aan|onderwerp",
    r"skickat|till|ämne|sendt|dato|til|emne",
    r"wysłano|do|temat",
    r"отправлено|дата|кому|тема",
    r"lähetetty|vastaanottaja|aihe|tarih|kime|konu",
    r"送信日時|日付|宛先|件名|发送时间|日期|收件人|主题|寄件日期|收件者|主旨",
    r"보낸 ?날짜|날짜|받는 ?사람|제목",
)


def _any(*words: str) -> str:
    return f"(?:{'|'.join(words)})"


def _pattern(*alternatives: str) -> re.Pattern[str]:
    return re.compile("|".join(alternatives), re.IGNORECASE)


def _field(*names: str) -> re.Pattern[str]:
    return _pattern(rf"\**{_any(*names)}\**\s?[:：].*\S.*")


_WROTE_FIRST = _pattern(
    *(rf"(?:{begin})\W.*?(?<!\w)(?:{verb})(?!\w).*[:：]" for begin, verb in _WROTE)
)
_WROTE_LAST = _pattern(rf"(?=.*\d).*{_any(*_WROTE_BEHIND)}.*[:：]", rf".*{_ADDRESS}[:：]")
_SEPARATOR = _pattern(
    rf"-{{2,}}\s*{_any(*_ORIGINAL)}\s*-{{2,}}",
    r"-{4,}\s*[^\W\d_][^-]*-{4,}",
    r"_{10,}",
    rf"{_any(*_FORWARDED)}\s*:",
)
_FROM = _field(*_SENDER)
_BESIDE_FROM = _field(*_BESIDE_SENDER)
_LONGEST = 400
_WRAPPED_OVER = 4


def first_reply_header(lines: Sequence[str | None]) -> int | None:
    """The index of the line with which a repeated message begins, or None.

    `lines` holds None for each line that is not the writer's own (a quote, code). A header that the
    mail program wrapped over lines is found by the one that ends it, and begins where it began.
    """
    for index, line in enumerate(lines):
        bare = (line or "").strip()
        if not bare or len(bare) > _LONGEST:
            continue
        if _SEPARATOR.fullmatch(bare):
            return index
        if bare[-1] in ":：" and (begin := _begin_of_wrote(lines, index)) is not None:
            return begin
        if _FROM.fullmatch(bare) and _BESIDE_FROM.fullmatch(_next_words(lines, index)):
            return index
    return None


def _begin_of_wrote(lines: Sequence[str | None], last: int) -> int | None:
    joined = ""
    for begin in range(last, max(last - _WRAPPED_OVER, -1), -1):
        bare = (lines[begin] or "").strip()
        joined = f"{bare} {joined}".strip()
        if not bare or len(joined) > _LONGEST:
            return None
        if _WROTE_FIRST.fullmatch(joined) or _WROTE_LAST.fullmatch(joined):
            return begin
    return None


def _next_words(lines: Sequence[str | None], index: int) -> str:
    following = ((line or "").strip() for line in lines[index + 1 : index + 3])
    return next((line[:_LONGEST] for line in following if line), "")
