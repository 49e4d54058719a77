package io.stepprofiler.jvm;

import java.util.function.BiConsumer;
import jdk.jfr.consumer.RecordedEvent;

/** How one type of event is recorded and what becomes of it. */
record EventRule(String type, EventGroup group, Settings settings, Reader reader) {

    /** Tells the flight recorder what to record of a type, beyond that it is on and takes no call stacks. */
    @FunctionalInterface
    interface Settings {
        void put(FlightOptions options, BiConsumer<String, String> setting);
    }

    /** Adds an event to the report of the window; an exception costs that one event. */
    @FunctionalInterface
    interface Reader {
        void read(RecordedEvent event, WindowReport report);
    }
}
