package io.stepprofiler.jvm;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Flight recorder event of a scope; without a call stack, which would be most of its cost. */
@Name("stepprofiler.Scope")
@Label("Scope")
@Category("Step Profiler")
@Description("A scope, an operation, a module, communication, data loading, a task or a frame")
@StackTrace(false)
final class ScopeEvent extends Event {
    @Label("Name")
    String name = "";

    @Label("Kind")
    @Description("Kind: scope, module, communication, data loader, function, task or frame")
    String kind = "";
}
