package io.stepprofiler.event;

/** Kind of a {@link StackSample}. */
public enum SampleKind {
    /** A thread ran Java code at that moment. */
    JAVA("java"),
    /** A thread ran native code at that moment, or waited in it. */
    NATIVE("native"),
    /** A thread had used up another interval of processor time. */
    CPU_TIME("cpu time"),
    /** A thread allocated a Java object. */
    ALLOCATION("allocation");

    private final String label;

    SampleKind(String label) {
        this.label = label;
    }

    /** {@return the kind in words, as tables and files show it} */
    public String label() {
        return label;
    }
}
