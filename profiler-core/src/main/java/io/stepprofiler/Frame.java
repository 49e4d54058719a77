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
 * One pass after the other of something that comes again and again, such as the frames of a video or the rounds of a
 * game: numbered from 1 by itself, with a rate.
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
 * <p>The number counts all passes of the name in the process, also those that are not recorded, and is the argument
 * {@value FrameRate#NUMBER} of the event; {@link FrameRate} tells how many there were a second. Like a
 * {@link Task} a frame may end on another thread, and takes no part in the nesting.
 *
 * <p>Recorded where scopes are, at the cost of a scope and of an atomic addition, which is there while not recording,
 * too. Allocates nothing. For any thread; never throws.
 */
public final class Frame {
    private static final ConcurrentHashMap<Label, Frame> FRAMES = new ConcurrentHashMap<>();

    private final Label label;
    private final AtomicLong begun = new AtomicLong();

    private Frame(Label label) {
        this.label = label;
    }

    /**
     * {@return the frame called so, of no domain; frames of one name are one} Never throws, see {@link Label#of}: those
     * beyond the room for labels have a number of their own each.
     *
     * @param name the name, of 1 to {@value Defaults#MAX_TEXT_LENGTH} characters
     */
    public static Frame of(String name) {
        return of(name, "");
    }

    static Frame of(@Nullable String name, String domain) {
        Label label = Label.of(name, EventKind.FRAME, domain);
        return label.ref == Label.NO_REF ? new Frame(label) : FRAMES.computeIfAbsent(label, Frame::new);
    }

    /** {@return what the frame is called} */
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
     * Ends the frame that {@link #begin} gave this token for, on any thread. The first end counts; one that comes after
     * the window is ignored.
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
