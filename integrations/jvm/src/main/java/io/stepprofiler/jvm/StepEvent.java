package io.stepprofiler.jvm;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Flight recorder event of a step. */
@Name("stepprofiler.Step")
@Label("Step")
@Category("Step Profiler")
@Description("A step of the training")
@StackTrace(false)
final class StepEvent extends Event {
    @Label("Number")
    long number;
}
