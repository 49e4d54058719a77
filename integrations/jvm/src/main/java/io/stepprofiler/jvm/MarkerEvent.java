package io.stepprofiler.jvm;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Flight recorder event of a marker. */
@Name("stepprofiler.Marker")
@Label("Marker")
@Category("Step Profiler")
@Description("An instant that the program has marked")
@StackTrace(false)
final class MarkerEvent extends Event {
    @Label("Name")
    String name = "";
}
