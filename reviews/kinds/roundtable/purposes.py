"""What a model is asked for in a roundtable: the purposes of its calls."""

FIRST_TAKE, FRAMING = "roundtable.first_take", "roundtable.framing"
CONTRIBUTION, SYNTHESIS = "roundtable.contribution", "roundtable.synthesis"
SECOND_LOOK = "roundtable.second_look"
