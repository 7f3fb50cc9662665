"""What a sentence looks like that settles a topic, and below which headings it stands. Patterns only."""

import re
from dataclasses import dataclass

from reviews.language.prose import any_case

_PEOPLE = (
    r"(?:users|customers|developers|engineers|operators|admin(?:istrator)?s|maintainers|contributors|teams|people"
    r"|everyone|staff|(?:support|call-?cent(?:re|er)|sales|customer)\s+(?:agents|staff|teams?)|merchants|subscribers"
    r"|patients|students|teachers|employees|partners|vendors|owners|managers|members|analysts|companies|businesses"
    r"|organi[sz]ations|citizens|drivers|sellers|buyers|tenants|integrators|programmers|colleagues|nurses|doctors"
    r"|households|suppliers|guests|visitors|applicants|callers|auditors|newcomers|the\s+\w+\s+team)"
)
_PAIN = (
    r"(?:difficult\w*|hard(?:er)?\s+to|fail(?:s|ed|ures?|ing)?|broken|breaks?|cannot|can(?:'|’)t|unable|lacks?|lacking"
    r"|no\s+(?:way|means|support|mechanism|longer\s+exists)|not\s+(?:possible|able|support\w*|enough|scale)"
    r"|does(?:n.t|\s+not)|do(?:n.t|\s+not)|unclear|confus\w+|slow\w*|costly|expensive|wast\w+|ha(?:s|ve)\s+no"
    r"|there\s+is\s+no|error-?prone|inconsisten\w+|inefficien\w+|manual(?:ly)?|time-consuming|complain\w*"
    r"|los(?:e[sd]?|ing|s)|miss(?:es|ed|ing)|suffers?|pain\w*|annoy\w*|daunting|drift|problematic|bottleneck\w*"
    r"|unsafe|insecure|wrong(?:ly)?|churn|rarely|limitations?|limited|too\s+\w+|overload\w*|outages?|delay\w*"
    r"|duplicat\w+|unreliab\w+|surpris\w+|unnecessar\w+)"
)
_TROUBLE = r"(?:problems?|issues?|challeng\w+|concerns?|struggl\w+|harms?|hurts?)"
_HARM_OR_GAIN = (
    r"(?:cost(?:s|ly)?|revenue|money|sav(?:es?|ings?)|trust|safety|unsafe|secur\w+|outages?|downtime|churn"
    r"|complain\w*|reliab\w+|benefits?|important|matters?|critical(?:ly)?|essential|valuable|crucial"
    r"|los(?:e|es|ing|s|t)\b|reduc\w+|improv\w+|faster|simplif\w+|easier|avoid\w*|prevent\w*|protect\w*|comply"
    r"|compliance|legal\w*|fines?\b|penalt\w+|productivity|waste[sd]?|hours|delay\w*|annoy\w*|come\s+back|gone|experience\s+different|pain)"
)
_MONTH = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn"
    r"|winter|q[1-4]|20\d\d|the end of|next|\d)"
)
_PAPER = r"(?:rfc|proposal|kep|adr|document|note|memo|paper|design|enhancement|charter|feature)"


def _any(*alternatives: str) -> re.Pattern[str]:
    return any_case("|".join(alternatives))


_NEVER = re.compile(r"(?!)")


@dataclass(frozen=True)
class Rule:
    """When a sentence settles a topic.

    under: headings below which any statement does. near: headings below which one with `cue` does.
    cue: what the sentence says, counted below those headings. plain: what settles it anywhere.
    never_under: headings below which nothing counts.
    """

    under: re.Pattern[str] = _NEVER
    near: re.Pattern[str] = _NEVER
    cue: re.Pattern[str] = _NEVER
    plain: re.Pattern[str] = _NEVER
    never_under: re.Pattern[str] = _NEVER


_PROBLEM = Rule(
    under=_any(r"\bproblem", r"pain points?", r"current challenges"),
    near=_any(
        r"motivation|background|context|summary|abstract|introduction|challenges|pitfalls|goals|\btoday\b",
        r"^why\b(?! now)|current (?:state|situation)",
    ),
    cue=_any(rf"\b{_PAIN}\b", rf"\b{_TROUBLE}\b"),
    plain=_any(
        r"\bthe (?:main |core |real |root |underlying )?(?:problem|issue|challenge|trouble|difficulty) (?:is|here)\b",
        r"\bthis (?:is (?:a )?problem\w*|makes it (?:hard|difficult|impossible))\b",
        rf"\b(?:today|currently|at present|at the moment|so far)\b.{{0,80}}\b{_PAIN}\b",
    ),
    never_under=_any(
        r"risks?|alternativ|trade-?off|drawback|rejected|compatib|rollback|considered|how (?:it|this)\b|design"
    ),
)
_AFFECTED = Rule(
    under=_any(r"\baudience|who is affected|stakeholders?|^affected"),
    near=_any(
        r"motivation|background|context|^why\b|problem|summary|user stor|use cases?|goals|challenges|introduction",
        r"abstract|benefits?|impact|personas?|\bstory\b",
    ),
    cue=_any(rf"\b{_PEOPLE}\b"),
    plain=_any(
        rf"\b(?:affects?|impacts?|hurts?|helps?|lets|allows?|forces|serves?)\s+(?:\w+\s+){{0,3}}{_PEOPLE}\b",
        rf"\b{_PEOPLE}\s+(?:who|that|whose)?\s*(?:\w+\s+)?(?:have|has|need|needs|must|cannot|can(?:'|’)t|want|lose"
        r"|suffer|wait|see|struggle|face|complain|call|experience|rely|depend|expect)\b",
    ),
    never_under=_any(r"alternativ|rejected|staffing|membership|governance|risks?"),
)
_WHY = Rule(
    under=_any(r"why (?:it|this) matters|\bbenefits?\b|business (?:case|value)|\bvalue\b"),
    near=_any(
        r"motivation|^why\b(?! now)|background|context|goals?|objectives?|impact|summary|abstract|problem|rationale",
        r"positive|introduction|challenges",
    ),
    cue=_any(rf"\b{_HARM_OR_GAIN}\b"),
    plain=_any(
        r"\b(?:this|it|that) (?:matters|is (?:very |so )?(?:important|critical|essential|crucial|vital))\b",
        rf"\b(?:costs?|costing|loses?|losing|lost)\s+(?:us|them|the|our|about|around|up|{_PEOPLE}|[€$£]?\d)",
    ),
    never_under=_any(r"alternativ|rejected|considered|non.?goals|risks?|^why now|negative|option \d"),
)
_WHY_NOW = Rule(
    under=_any(r"why now|urgency|\btiming\b"),
    near=_any(r"motivation|background|context|^why\b|summary|goals|timeline|problem|abstract|introduction"),
    cue=_any(
        r"\bdeadline|\b(?:is|was|been|being) deprecated\b|\bnow that\b|\brecently\b|\bha(?:s|ve) grown\b|\bupcoming\b",
        rf"\bno longer (?:exists?|supported|maintained)\b|\bhas (?:doubled|tripled|risen)|\bsince (?:last|{_MONTH})\b",
    ),
    plain=_any(
        r"\btime is right\b|\bexpires?\b.{0,40}\b(?:in|on|by|at)\b|\bend[- ]of[- ](?:life|support)\b|\burgent\b",
        rf"\b(?:must|has to|have to|needs? to)\b.{{0,60}}\b(?:by|before) {_MONTH}",
        r"\bbefore (?:it is|it.s) too late\b|\bwindow of opportunity\b|\bwhy now\b",
        r"\b(?:regulation|law|contract|licen[cs]e|standard)\b.{0,50}\b(?:takes effect|ends|expires|comes into force"
        r"|applies from)\b",
    ),
    never_under=_any(
        r"alternativ|risks?|compatib|upgrade|design|implementation|current initiatives|rollout|timeline"
    ),
)
_HOW = Rule(
    under=_any(r"how it works|in plain (?:words|terms|language)"),
    near=_any(
        r"\bproposal\b|\bproposed\b|\bsolution\b|\bdesign\b|\bapproach\b|how (?:it|this|we)\b|^how$|architecture",
        r"\bdecision\b|\bexplanation\b|implementation|\bplan\b|\boverview\b|\bsummary\b|\babstract\b|^goals|charter",
    ),
    cue=_any(
        r"\bwe \w+|\bpropos\w+|\badds?\b|\bwill\b|\bworks?\b|\bfirst\b|\bthen\b|\beach\b|\bwhen(?:ever)?\b|\binstead\b",
        r"\bby \w+ing\b|\bintroduc\w+|\bprovid\w+|\bshould\b|\bconsists? of\b|\ballows?\b|\bcreat\w+",
    ),
    plain=_any(
        r"\bwe (?:propose|suggest|recommend)\b|\bthe idea is\b|\bworks (?:by|as follows)\b",
        r"\bthis (?:project|work|effort|initiative|programme|team) (?:aims|will|is going to|wants)\b",
        rf"\b{_PAPER} (?:is to|proposes|introduces|adds|describes|presents|suggests|charters)\b",
    ),
    never_under=_any(
        r"alternativ|considered|risks?|test|graduation|rejected|drawback|compatib|options?\b|production readiness",
        r"scalability|dependencies|monitoring|motivation|background|pitfalls|problem|challenges",
    ),
)
_TRADEOFFS = Rule(
    under=_any(r"trade-?offs?|alternativ|drawbacks?|pros and cons|options considered|rejected|downsides?"),
    near=_any(
        r"rationale|negative|consequences|options?|considerations?|motivation|proposal|decision|design|solution",
        r"background|comparison|introduction|summary",
    ),
    cue=_any(
        r"\brather than\b|\bat the (?:cost|expense|price) of\b|\btrade-?offs?\b|\bdownsides?\b|\bdrawbacks?\b",
        r"\bin exchange for\b|\bdisadvantages?\b|\bcomplexity\b.{0,40}\bbut\b|\bon the other hand\b",
        r"\b(?:rejected|discarded|decided against|ruled out)\b",
    ),
    plain=_any(
        r"\b(?:we|was|were) (?:considered|rejected|weighed|decided against|ruled out|discarded)\b|\bthe trade-?off\b",
        r"\bat the (?:cost|expense|price) of\b|\bthe price (?:we pay|is that)\b",
        r"\b(?:chose|picked|went with|selected|decided (?:to|on|for))\b.{0,80}\b(?:over|because|instead of|rather than"
        r"|since)\b",
    ),
)
_RISKS = Rule(
    under=_any(
        r"\brisks?\b|what (?:can|could|might) go wrong|failure modes?|threats?|\bcaveats\b|security considerations",
        r"catastroph",
    ),
    near=_any(
        r"drawbacks?|negative|limitations?|concerns?|downsides?|failure|rollback|rollout|neutral|security|compatib",
        r"consequences|implications",
    ),
    cue=_any(
        r"\brisk\w*|\bdanger\w*|\bcould (?:fail|break|lead|lose|cause|change|be|result)\b|\bfail\w*|\bmay \w+",
        r"\bmight \w+|\bprone to\b|\bcan (?:fail|break|lead|lose|cause|result|be prone)\b|\bbreak\w*|\bvulnerab\w+",
        r"\bcomplexity\b|\bworst case\b|\bconfused\b",
    ),
    plain=_any(
        r"\b(?:main|biggest|key|major|significant|real|serious|security|one) risks? (?:is|are|of|here)\b",
        r"\bthere is (?:a|some) (?:\w+ )?(?:risk|danger) (?:that|of)\b|\bputs? .{0,40}\bat risk\b|\bworst case\b",
    ),
    never_under=_any(r"alternativ|motivation|background"),
)
_INACTION = Rule(
    under=_any(
        r"if (?:we do )?nothing|do(?:ing)? nothing|cost of (?:inaction|delay|not)|don.t (?:add|do) anything"
    ),
    near=_any(
        r"motivation|background|context|problem|^why\b|summary|abstract|challenges|introduction|drawback|alternativ",
    ),
    cue=_any(
        r"\bwithout (?:this|that|it|these|such|the|an?|any)\b.{0,120}\b(?:will|would|must|cannot|can(?:'|’)t"
        r"|ha(?:s|ve) to|could|are|is|remains?|means)\b",
        r"\botherwise\b.{0,80}\b(?:will|would|must|cannot|ha(?:s|ve) to|remains?)\b",
    ),
    plain=_any(
        r"\bif (?:we|this|it|nothing|the \w+) (?:do(?:es)?|is|are|were|was|did) (?:not|n.t|nothing|never)\b.{0,60}"
        r"\bw(?:ill|ould)\b",
        r"\bif nothing (?:is done|changes|happens)\b|\b(?:do(?:ing)?|change) nothing\b|\bstatus quo\b"
        r"|\b(?:leave|keep) (?:things|it|everything|all) (?:as (?:they|it) (?:are|is)|unchanged)\b",
        r"\bwill (?:continue to|keep|go on|only get|remain|stay)\b.{0,60}\b(?:unless|until|without|if|lose|losing|cost"
        r"|fail\w*|suffer)",
    ),
    never_under=_any(r"risks?|test|rollback|compatib"),
)
_EVIDENCE = Rule(
    near=_any(
        r"evidence|results?|measurements?|benchmarks?|\bdata\b|experiments?|findings|motivation|background|context",
        r"problem|summary|^why\b|analysis|performance|impact|user stor|introduction|success|rationale|logging",
    ),
    cue=_any(
        r"\b(?:measured|observed|benchmark\w*|survey\w*|profil\w+|averag\w+|median|p\d\d|percentile|according to"
        r"|reported|tests? show|found that|experiment\w*|dropped|rose|fell|grew|took|failed|lost|handled|saw|were|was"
        r"|per (?:day|week|month|year|second|hour))\b",
    ),
    plain=_any(
        r"\b(?:we (?:have )?(?:measured|observed|benchmarked|surveyed|profiled|tested)|(?:measurements?|benchmarks?"
        r"|profil\w+|surveys?|stud(?:y|ies)|experiments?|data|tests?) (?:shows?|showed|confirm\w*|indicat\w+"
        r"|suggests? that|found))\b",
    ),
    never_under=_any(r"goals?$|target|timeline|plan\b|alternativ|examples?$|schedule|milestone|roadmap"),
)
_ASK = Rule(
    under=_any(
        r"\bthe ask\b|decision (?:needed|required|requested)|what we (?:need|ask)|help wanted|\brequest\b$|approval",
        r"call to action",
    ),
    near=_any(r"next steps|staffing|infrastructure needed|resources"),
    cue=_any(
        r"\bneed(?:s|ed)?\b|\brequest\w*\b|\bapproval\b|\bsponsors?\b|\bplease\b",
        r"\b(?:need|want|look(?:ing)? for) .{0,20}\bhelp\b|\bhire\b",
    ),
    plain=_any(
        r"\bwe (?:ask|request|seek|are asking|are seeking|would like (?:you|the \w+) to|need (?:you|your|a decision"
        r"|approval|sign-?off))\b",
        r"\bpurpose of this \w+ is to request\b|\bI (?:propose|recommend) that\b",
        rf"\b(?:this|the) {_PAPER} (?:document )?(?:proposes|recommends|requests|asks|seeks|charters)\b",
        r"\bplease (?:approve|decide|review|confirm)\b|\b(?:approval|sign-?off|decision) (?:is |are )?(?:needed"
        r"|required|requested|from|by)\b",
    ),
    never_under=_any(r"alternativ|test|risks?|design details|\bapi\b"),
)

RULES: dict[str, Rule] = {
    "problem": _PROBLEM,
    "affected": _AFFECTED,
    "why": _WHY,
    "why_now": _WHY_NOW,
    "how": _HOW,
    "tradeoffs": _TRADEOFFS,
    "risks": _RISKS,
    "inaction": _INACTION,
    "evidence": _EVIDENCE,
    "ask": _ASK,
}
