package io.stepprofiler.trace;

import io.stepprofiler.columns.DomainName;
import io.stepprofiler.event.EventKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Rate of the frames of one name, as frames begun per second.
 *
 * @param domain domain of the frame; empty if it has none
 * @param name name of the frame
 * @param frames number of frames in the trace
 * @param firstNumber number of the first of them, which counts from 1; 0 if not known
 * @param lastNumber number of the last of them; 0 if not known
 * @param perSecond frames a second, by their numbers and the time from the first start to the last: frames that are not
 *     in the trace count; 0 if there is only one
 */
public record FrameRate(String domain, String name, long frames, long firstNumber, long lastNumber, double perSecond) {
    /** Key of the argument that has the number of a frame: {@value}. */
    public static final String NUMBER = "frame";

    private static final double NANOS_A_SECOND = 1e9;

    /** The frames of one name so far. */
    private static final class Frames {
        private long count;
        private long firstNumber;
        private long lastNumber;
        private long firstNanos = Long.MAX_VALUE;
        private long lastNanos = Long.MIN_VALUE;

        void add(long number, long nanos) {
            count++;
            if (nanos < firstNanos) {
                firstNanos = nanos;
                firstNumber = number;
            }
            if (nanos >= lastNanos) {
                lastNanos = nanos;
                lastNumber = number;
            }
        }

        FrameRate rate(DomainName name) {
            long passed = firstNumber > 0 && lastNumber > firstNumber ? lastNumber - firstNumber : count - 1;
            double seconds = (lastNanos - firstNanos) / NANOS_A_SECOND;
            double rate = passed == 0 || seconds == 0 ? 0 : passed / seconds;
            return new FrameRate(name.domain(), name.name(), count, firstNumber, lastNumber, rate);
        }
    }

    /**
     * {@return the rates of all frames of a trace, in the order of first occurrence} Reads all of its events.
     *
     * @param trace the trace
     */
    public static List<FrameRate> of(Trace trace) {
        Map<DomainName, Frames> frames = new LinkedHashMap<>();
        for (Track track : trace.tracks()) {
            for (int i = 0; i < track.size(); i++) {
                int nameId = track.nameId(i);
                if (trace.kind(nameId) == EventKind.FRAME) {
                    Object number = track.arguments(i).get(NUMBER);
                    frames.computeIfAbsent(
                                    new DomainName(trace.domain(nameId), trace.name(nameId)), name -> new Frames())
                            .add(number instanceof Long known ? known : 0, track.startNanos(i));
                }
            }
        }
        return frames.entrySet().stream()
                .map(each -> each.getValue().rate(each.getKey()))
                .toList();
    }
}
