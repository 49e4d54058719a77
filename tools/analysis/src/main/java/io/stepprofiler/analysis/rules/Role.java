package io.stepprofiler.analysis.rules;

/** Use of a finding in the verdict. */
public enum Role {
    /** Time that a step could save. The verdict is the cause with the largest gain. */
    CAUSE,
    /** Sign of a problem: the verdict only if there is no cause. */
    SYMPTOM,
    /** Note about how reliable the figures are, or about something other than time; never the verdict. */
    REMARK,
    /** Good news: the verdict if there is no warning. */
    GOOD
}
