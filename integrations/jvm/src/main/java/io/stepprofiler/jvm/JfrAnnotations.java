package io.stepprofiler.jvm;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.source.AnnotationMirror;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;

/**
 * Scopes, steps and markers of a profile as events of the flight recorder, {@code stepprofiler.Scope}, {@code .Step}
 * and {@code .Marker}, so that JDK Mission Control and {@code jfr print} show them.
 *
 * <pre>{@code Profile.builder().annotate(JfrAnnotations.mirror())}</pre>
 *
 * <p>Every other flight recording contains them unless it switches them off; a {@link FlightRecorderSource} does not
 * record them. A scope costs a check if there is no such recording, and otherwise an event, which allocates an object,
 * see docs/GPU.md. A range that ends on another thread than it began is an event of the thread where it ends.
 */
public final class JfrAnnotations {
    private JfrAnnotations() {}

    /** {@return a mirror that records the scopes, steps and markers of a profile as events} */
    public static AnnotationMirror mirror() {
        return new Mirror();
    }

    /** The mirror; it has no state. */
    private static final class Mirror implements AnnotationMirror {
        private static final Object NO_EVENT = new Object();
        private static final Map<EventKind, String> KINDS = kinds();

        private static Map<EventKind, String> kinds() {
            Map<EventKind, String> kinds = new EnumMap<>(EventKind.class);
            for (EventKind kind : EventKind.values()) {
                kinds.put(kind, kind.name().toLowerCase(Locale.ROOT).replace('_', ' '));
            }
            return kinds;
        }

        @Override
        public String name() {
            return "jfr";
        }

        /** Registers the types, so that tools list them before the first event. */
        @Override
        public String unusable() {
            if (!FlightRecorder.isAvailable()) {
                return "this virtual machine has no flight recorder";
            }
            try {
                FlightRecorder.register(ScopeEvent.class);
                FlightRecorder.register(StepEvent.class);
                FlightRecorder.register(MarkerEvent.class);
                return "";
            } catch (RuntimeException e) {
                return "the flight recorder refuses the types of events: " + e;
            }
        }

        @Override
        public Object push(String name, EventKind kind) {
            ScopeEvent event = new ScopeEvent();
            if (!event.isEnabled()) {
                return NO_EVENT;
            }
            event.name = name;
            event.kind = KINDS.getOrDefault(kind, "");
            event.begin();
            return event;
        }

        @Override
        public void pop(Object range) {
            end(range);
        }

        @Override
        public Object start(String name, EventKind kind) {
            return push(name, kind);
        }

        @Override
        public Object startStep(long number) {
            StepEvent event = new StepEvent();
            if (!event.isEnabled()) {
                return NO_EVENT;
            }
            event.number = number;
            event.begin();
            return event;
        }

        @Override
        public void end(Object range) {
            if (range instanceof Event event) {
                event.commit();
            }
        }

        @Override
        public void mark(String name) {
            MarkerEvent event = new MarkerEvent();
            if (event.isEnabled()) {
                event.name = name;
                event.commit();
            }
        }
    }
}
