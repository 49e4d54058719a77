package io.stepprofiler.readers.chrome;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import io.stepprofiler.imports.ImportCandidate;
import io.stepprofiler.imports.ImportException;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.imports.ImportedTrace;
import io.stepprofiler.imports.TraceImporter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads Chrome traces: files of this profiler, of torch.profiler (Kineto), of JAX, and of other writers of the format;
 * compressed with gzip or not, as an object with {@code traceEvents}, as a list, or as one event after the other. The
 * end may be missing, as in MXNet's files before the last dump, and damage in the middle costs an event or less: both
 * are reported as missing.
 *
 * <p>Times are exact to the nanosecond and count from {@code baseTimeNanoseconds}; in a file without it, such as JAX's,
 * the time of day is not known and begins in 1970. Mapping of events to the trace:
 *
 * <ul>
 *   <li>{@code X}, and {@code B} with its {@code E}, in the order of time: events; without a duration or an end,
 *       unfinished ones. Their kind follows from category and name, as in files of Kineto and of this profiler.
 *   <li>Instants ({@code i}, {@code I}, {@code n}, {@code T}, {@code p}): markers; {@code [memory]} and {@code
 *       [OutOfMemory]}: memory events. A free of 0 bytes and an allocation of 0 bytes look alike, and are taken for
 *       frees.
 *   <li>Asynchronous events ({@code b}, {@code e}, {@code S}, {@code F}): tasks on the thread where they begin; MXNet's
 *       {@code (} and {@code )}: frames. The category is their domain, and the domain of markers and counters.
 *   <li>Counters ({@code C}): a counter for each series. Samples ({@code P}, and the member {@code samples}): samples,
 *       with the stacks that {@code stackFrames} has.
 *   <li>{@code ProfilerStep#N} on a thread: step marks; events with JAX's argument {@code step_num}: in files of other
 *       writers a step mark and an event. If marks overlap or are of several kinds, the most and innermost are steps.
 *   <li>Rows of GPUs, by Kineto's categories or XLA's names: streams of devices; all others are threads. A thread with
 *       the same number as a thread of another process gets a new number.
 *   <li>{@code Input Dims}, {@code Input type}, {@code Input Strides}, {@code Concrete Inputs}: signatures; {@code
 *       Sequence number}, {@code Fwd thread id}, {@code correlation}, {@code Call stack}: the corresponding properties
 *       of the event. Events get new ids. All other arguments stay; lists and objects among them become texts of JSON.
 *   <li>Arrows of backward operations and launches follow from these numbers; other arrows, objects ({@code N}, {@code
 *       D}, {@code O}) and unknown phases have no place in a trace and are reported as missing. Invalid entries are
 *       dropped as {@link io.stepprofiler.event.DropCause#INVALID} and reported; so are events hours away from all
 *       others, and copies of events are reported. A file that has such events is read twice.
 * </ul>
 *
 * <p>Events that overlap partially stay on their thread; their self times are computed as in any trace. So key averages
 * of a file of torch equal torch's, except if its events overlap partially, as with call stacks, or if an event is
 * inside another one of its name, which torch counts twice.
 *
 * <p>A file of this profiler is recognized by its account of losses, and gives the original trace again, except for:
 * the clock, which counts from the base time; memory events that only state a category, which the allocations have, and
 * values of counters that are not finite (both are dropped as {@link io.stepprofiler.event.DropCause#NOT_IN_FILE} and
 * reported as missing); outputs of operations, addresses of tensors, and the element types of lists of tensors; kinds
 * that do not occur at the place of their event (a kernel on a thread becomes a scope), and names that identify other
 * kinds (a scope named like a wait for data becomes one); devices that are shown as lanes; names of streams; names of
 * class loaders and modules in stack frames; characters that the format replaces; arguments that are NaN or infinite,
 * which are texts; numbers of the modules. A part of a split trace is read as a separate trace, and its missing parts
 * are reported.
 *
 * <p>Only the content of the trace is kept: reading takes the memory of the trace and some megabytes, at most the
 * memory that {@link ImportOptions} allows, which is estimated during reading. Texts of more than 16 Mi characters,
 * numbers of more than 1000, and more than 200 levels of nesting are refused.
 *
 * @see <a href="https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU">Trace Event Format</a>
 */
public final class ChromeTraceImporter implements TraceImporter {
    private static final String EVENTS = "\"traceEvents\"";
    private static final Pattern EXPECTED = Pattern.compile(": was expecting .*", Pattern.DOTALL);
    private static final Pattern BARE_LIST = Pattern.compile("\\s*\\[\\s*\\{");
    /** An event without anything around it. */
    private static final Pattern BARE_EVENT = Pattern.compile("[\\s,]*\\{[^{}]*\"ph\"\\s*:\\s*\"[A-Za-z]\"");

    private static final String PHASE = "\"ph\"";
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    /** Made by the service loader. */
    public ChromeTraceImporter() {}

    @Override
    public String format() {
        return "Chrome trace";
    }

    @Override
    public Set<String> suffixes() {
        return Set.of(".json", ".json.gz", ".trace.json", ".trace.json.gz", ".pt.trace.json", ".pt.trace.json.gz");
    }

    /**
     * {@return the length of the key of the list of events, if the head has it; or of the first key of an event, in a
     * list without an object around it} Other formats are JSON, too.
     */
    @Override
    public int recognizedBytes(ImportCandidate candidate) {
        byte[] head = candidate.inflatedHead();
        int from = candidate.beginsWith(BYTE_ORDER_MARK);
        String text = new String(head, from, head.length - from, StandardCharsets.ISO_8859_1);
        if (text.stripLeading().startsWith("{") && text.contains(EVENTS)) {
            return EVENTS.length();
        }
        boolean isList = BARE_LIST.matcher(text).lookingAt() && text.contains(PHASE);
        return isList || BARE_EVENT.matcher(text).lookingAt() ? PHASE.length() : 0;
    }

    @Override
    public ImportedTrace read(Path file, ImportOptions options) throws IOException {
        ImportedTrace read = read(file, options, Rejects.none());
        Optional<Rejects> rejects = Rejects.of(read.trace());
        return rejects.isPresent() ? read(file, options, rejects.get()) : read;
    }

    private static ImportedTrace read(Path file, ImportOptions options, Rejects rejects) throws IOException {
        Charges charges = new Charges(file, options);
        try (LimitedInput in = LimitedInput.of(charges)) {
            return new DocumentReader(new KeptText(in), charges, rejects).read();
        } catch (JsonProcessingException e) {
            throw damaged(file, e);
        }
    }

    private static ImportException damaged(Path file, JsonProcessingException e) {
        String what = e.getOriginalMessage();
        boolean isCut = e instanceof JsonEOFException || what.startsWith("Unexpected end-of-input");
        long at = e.getLocation() == null ? -1 : e.getLocation().getByteOffset();
        String message = isCut ? "it ends in the middle: it may have been cut" : inWords(e, what);
        return at < 0 ? new ImportException(file, message, e) : new ImportException(file, "byte " + at, message);
    }

    /** The message of the parser, without its list of tokens that would be allowed. */
    private static String inWords(JsonProcessingException e, String what) {
        return e instanceof JsonParseException
                ? "it is no valid JSON: " + EXPECTED.matcher(what).replaceFirst("")
                : what;
    }
}
