package io.stepprofiler.analysis.rules;

/** What a finding is for the verdict. */
public enum Role {
    /** It takes time that a step could do without. The verdict is the one with the largest gain. */
    CAUSE,
    /** It is the verdict only if no cause is. */
    SYMPTOM,
    /** It says how far the figures can be trusted, or something beside the time; never the verdict. */
    REMARK,
    /** It is good news: the verdict where there is nothing to warn of. */
    GOOD
}
