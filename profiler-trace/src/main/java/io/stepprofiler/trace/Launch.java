package io.stepprofiler.trace;

import java.util.Optional;

/**
 * Start of a program, which tells its runs from the runs of other programs. It is part of the {@linkplain
 * Trace#metadata metadata} of every recorded trace.
 *
 * @param name simple name of the main class, or of the jar, such as {@code Train}; empty if not known
 * @param command main class or jar, then the arguments, with {@code ***} for values that may be secrets; empty if not
 *     known
 * @param commit git commit that is checked out in the working directory; empty if there is none
 */
public record Launch(String name, String command, String commit) {
    /** Key of the launch in the metadata. */
    public static final String KEY = "launch";

    /**
     * {@return the launch of the program of a trace; empty if the trace has none, as in files of other programs}
     *
     * @param trace the trace
     */
    public static Optional<Launch> of(Trace trace) {
        return Optional.ofNullable(trace.metadata().get(KEY)).map(value -> {
            TextPairs pairs = TextPairs.of(value.text());
            return new Launch(pairs.text("name"), pairs.text("command"), pairs.text("commit"));
        });
    }

    /** {@return the launch as a value of the metadata, from which {@link #of} reads it} */
    public MetadataValue toMetadata() {
        TextPairs pairs = new TextPairs();
        pairs.add("name", name);
        pairs.add("command", command);
        pairs.add("commit", commit);
        return pairs.toMetadata();
    }
}
