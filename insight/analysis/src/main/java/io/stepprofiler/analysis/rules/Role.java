package io.stepprofiler.analysis.rules;

/** Use of a finding in the verdict. A warning is always preferred; of several, the first role in this order wins. */
public enum Role {
    /** Time that a step could save, or a defect that ends the run. The verdict is the cause with the largest gain. */
    CAUSE,
    /** Sign of a problem: the verdict only if no cause is a warning. */
    SYMPTOM,
    /** Note about how reliable the figures are: the verdict only as a warning without any cause or symptom. */
    REMARK,
    /** Good news: the verdict if there is no warning. */
    GOOD
}
