package io.stepprofiler.jvm;

import java.util.function.BiConsumer;
import jdk.jfr.consumer.RecordedEvent;

/** Settings and reader of one type of event. */
record EventRule(String type, EventGroup group, Settings settings, Reader reader) {

    /** Settings of the flight recorder for a type, besides being on and without call stacks. */
    @FunctionalInterface
    interface Settings {
        void put(FlightOptions options, BiConsumer<String, String> setting);
    }

    /** Reader that adds an event to the report of the window; an exception loses only that event. */
    @FunctionalInterface
    interface Reader {
        void read(RecordedEvent event, FlightReport report);
    }
}
