package io.stepprofiler.agent;

import io.stepprofiler.agent.djl.DjlOperations;
import io.stepprofiler.agent.djl.DjlWeaving;
import io.stepprofiler.agent.dl4j.Dl4jWeaving;
import io.stepprofiler.agent.nd4j.Nd4jWeaving;
import io.stepprofiler.agent.options.AgentOptions;
import io.stepprofiler.agent.options.OperationSelection;
import io.stepprofiler.agent.options.Option;
import io.stepprofiler.agent.options.WovenFramework;
import io.stepprofiler.agent.samediff.SameDiffWeaving;
import io.stepprofiler.agent.weaving.NamedMethods;
import io.stepprofiler.agent.weaving.StepMethod;
import io.stepprofiler.agent.weaving.Weaver;
import io.stepprofiler.agent.weaving.Weaving;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Weavings that the options ask for. Frameworks need not be present: their weavings match classes by name, as they are
 * loaded.
 *
 * @param all the weavings
 */
record Weavings(List<Weaving> all) {
    static Weavings of(AgentOptions options, Consumer<String> warnings) {
        List<Weaving> all = new ArrayList<>();
        options.get(Option.STEP).forEach(pattern -> all.add(new StepMethod(pattern, options.findsPhases(), warnings)));
        if (!options.get(Option.METHODS).isEmpty()) {
            all.add(new NamedMethods(options.get(Option.METHODS)));
        }
        boolean operations = options.get(Option.OPS) != OperationSelection.OFF;
        for (WovenFramework framework : options.get(Option.FRAMEWORKS)) {
            switch (framework) {
                case DL4J -> all.add(new Dl4jWeaving());
                case ND4J -> {
                    if (operations) {
                        all.add(new Nd4jWeaving());
                    }
                    all.add(new SameDiffWeaving());
                }
                case DJL -> {
                    all.add(new DjlWeaving(options.get(Option.MEMORY)));
                    if (options.get(Option.OPS) == OperationSelection.AUTO
                            || options.get(Option.OPS) == OperationSelection.WOVEN) {
                        all.add(new DjlOperations(options.get(Option.OPS) == OperationSelection.WOVEN));
                    }
                }
            }
        }
        return new Weavings(List.copyOf(all));
    }

    /** Weaves the operations of DJL, now that no better layer reports them. */
    void weaveOperations(Weaver weaver) {
        for (Weaving each : all) {
            if (each instanceof DjlOperations operations) {
                operations.want();
                weaver.weaveLoaded(operations);
            }
        }
    }

    @Override
    public String toString() {
        return all.isEmpty() ? "nothing" : all.stream().map(Weaving::name).collect(Collectors.joining(", "));
    }
}
