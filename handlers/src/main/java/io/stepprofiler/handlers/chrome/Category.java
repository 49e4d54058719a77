package io.stepprofiler.handlers.chrome;

/** The categories of events, by which viewers tell what they show where. */
enum Category {
    /** A scope: TensorBoard's operator view shows these and no {@code user_annotation}. */
    SCOPE("cpu_op"),
    /** A step. */
    STEP("user_annotation"),
    /**
     * A scope that is named like a step. TensorBoard's plugin would count it as one, and give up the whole file if no
     * number follows; a category it does not know keeps it in the timeline only.
     */
    NAMED_LIKE_A_STEP("user_scope");

    private static final String STEP_PREFIX = "ProfilerStep#";

    private final String text;

    Category(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }

    static Category ofScope(String name) {
        return name.startsWith(STEP_PREFIX) ? NAMED_LIKE_A_STEP : SCOPE;
    }
}
