package io.stepprofiler;

import io.stepprofiler.clock.Ticks;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.recording.Recorder;
import io.stepprofiler.recording.ThreadRecorder;
import io.stepprofiler.recording.Window;
import io.stepprofiler.trace.FrameRate;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Repeated activity, such as the frames of a video or the rounds of a game, whose passes are numbered from 1 and have a
 * rate.
 *
 * <pre>{@code private static final Frame ROUND = Frame.of("round");}</pre>
 *
 * <p>and, for each pass,
 *
 * <pre>{@code
 * long frame = ROUND.begin();
 * play();
 * Frame.end(frame);
 * }</pre>
 *
 * <p>The number counts all passes of the name in the process, recorded or not, and is the argument {@value
 * FrameRate#NUMBER} of the event; {@link FrameRate} gives the passes per second. Like a {@link Task}, a frame may end
 * on another thread, and takes no part in the nesting.
 *
 * <p>Recorded whenever scopes are, at the cost of a scope and of an atomic addition, which is also paid while not
 * recording. Allocates nothing. For any thread; never throws.
 */
public final class Frame {
    private static final ConcurrentHashMap<Label, Frame> FRAMES = new ConcurrentHashMap<>();

    private final Label label;
    private final AtomicLong begun = new AtomicLong();

    private Frame(Label label) {
        this.label = label;
    }

    /**
     * {@return the frame of this name, without a domain; equal names share one frame} Never throws, see {@link
     * Label#of}: frames beyond the limit of labels do not share their numbers.
     *
     * @param name the name, of 1 to {@value Label#MAX_LENGTH} characters
     */
    public static Frame of(String name) {
        return of(name, "");
    }

    static Frame of(@Nullable String name, String domain) {
        Label label = Label.of(name, EventKind.FRAME, domain);
        return label.ref == Label.NO_REF ? new Frame(label) : FRAMES.computeIfAbsent(label, Frame::new);
    }

    /** {@return the name of the frame} */
    public String name() {
        return label.name();
    }

    /**
     * Begins the next frame now.
     *
     * @return a token for {@link #end}; 0, which {@code end} ignores, if nothing is recorded
     */
    public long begin() {
        long number = begun.incrementAndGet();
        Window window = Recorder.current();
        if (window == null) {
            return 0;
        }
        ThreadRecorder recorder = ThreadRecorder.in(window);
        return recorder == null ? 0 : recorder.beginFrame(recorder.refOf(label.ref, label.eventName()), number);
    }

    /**
     * Ends the frame that {@link #begin} gave this token for, on any thread. The first end counts; an end after the
     * window is ignored.
     *
     * @param token from {@link #begin}; 0 is ignored
     */
    public static void end(long token) {
        if (token != 0) {
            ThreadRecorder.endAnywhere(Recorder.open(), token, Ticks.now());
        }
    }

    @Override
    public String toString() {
        return "Frame[" + name() + "]";
    }
}
