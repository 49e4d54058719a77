package io.stepprofiler.analysis.rules;

import io.stepprofiler.trace.Trace;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;

/** Random programs of one kind, and the figures of the rules about them, counted naively from the events of their windows. */
interface RuleOracle {
    /** Recorded window of a program. */
    Trace trace(Random random);

    /** Figure of each rule, by its id, in a window in which the rule finds its symptom. */
    Map<String, ToDoubleFunction<NaiveTrace>> figures();
}
