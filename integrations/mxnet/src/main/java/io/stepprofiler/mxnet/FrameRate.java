package io.stepprofiler.mxnet;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.Comparator;
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

    private record Start(long nanos, long number) {}

    /**
     * {@return the rates of all frames of a trace, in the order of first occurrence} Reads all of its events.
     *
     * @param trace the trace
     */
    public static List<FrameRate> of(Trace trace) {
        Map<Integer, List<Start>> frames = new LinkedHashMap<>();
        for (Track track : trace.tracks()) {
            for (int i = 0; i < track.size(); i++) {
                if (trace.kind(track.nameId(i)) == EventKind.FRAME) {
                    long number = track.arguments(i).get(NUMBER) instanceof Long known ? known : 0;
                    frames.computeIfAbsent(track.nameId(i), name -> new ArrayList<>())
                            .add(new Start(track.startNanos(i), number));
                }
            }
        }
        List<FrameRate> rates = new ArrayList<>();
        frames.forEach((name, starts) -> rates.add(of(trace.domain(name), trace.name(name), starts)));
        return List.copyOf(rates);
    }

    private static FrameRate of(String domain, String name, List<Start> starts) {
        starts.sort(Comparator.comparingLong(Start::nanos));
        Start first = starts.get(0);
        Start last = starts.get(starts.size() - 1);
        boolean areNumbered = first.number > 0 && last.number > first.number;
        long passed = areNumbered ? last.number - first.number : starts.size() - 1;
        double seconds = (last.nanos - first.nanos) / NANOS_A_SECOND;
        double rate = passed == 0 || seconds == 0 ? 0 : passed / seconds;
        return new FrameRate(domain, name, starts.size(), first.number, last.number, rate);
    }
}
