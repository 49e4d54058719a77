package io.stepprofiler.agent.djl;

import static io.stepprofiler.agent.weaving.WovenCall.Operand.ARGUMENT;
import static io.stepprofiler.agent.weaving.WovenCall.Operand.RESULT;
import static io.stepprofiler.agent.weaving.WovenCall.Operand.TEXT;
import static io.stepprofiler.agent.weaving.WovenCall.Operand.THIS;
import static io.stepprofiler.agent.weaving.WovenCall.Operand.TOKEN;

import io.stepprofiler.agent.weaving.MethodCalls;
import io.stepprofiler.agent.weaving.WovenCall;
import io.stepprofiler.agent.woven.WovenStartup;
import io.stepprofiler.agent.woven.WovenSteps;
import io.stepprofiler.djl.woven.WovenArrays;
import io.stepprofiler.djl.woven.WovenBlocks;
import io.stepprofiler.djl.woven.WovenLoading;
import io.stepprofiler.djl.woven.WovenTraining;

/** The calls that become part of DJL's methods. */
final class DjlCalls {
    private static final String BEGIN = "()J";
    private static final String BEGIN_OF = "(Ljava/lang/Object;)Ljava/lang/Object;";
    private static final String TAKE = "(Ljava/lang/Object;)V";
    private static final String TELL = "(Ljava/lang/String;)V";

    /** The forward pass of a block. */
    static final WovenCall BLOCK = WovenCall.of(WovenBlocks.class, "enter", BEGIN_OF, THIS);

    static final WovenCall BLOCK_END = WovenCall.of(WovenBlocks.class, "exit", TAKE, TOKEN);

    /** A sign of training. */
    static final WovenCall TRAINING =
            WovenCall.of(WovenSteps.class, "training", TELL, TEXT).with(DjlWeaving.ORIGIN);

    /** The forward pass of a model in training. */
    static final WovenCall FORWARD = WovenCall.of(
            WovenTraining.class, "enterForward", "(Ljava/lang/Object;Ljava/lang/Object;)J", THIS, ARGUMENT);

    static final WovenCall FORWARD_END =
            WovenCall.of(WovenTraining.class, "exitForward", "(JLjava/lang/Object;)V", TOKEN, THIS);

    /** The forward pass of a model in validation. */
    static final WovenCall EVALUATE = WovenCall.of(WovenTraining.class, "enterEvaluate", "(Ljava/lang/Object;)J", THIS);

    static final WovenCall LOSS = WovenCall.of(WovenTraining.class, "enterLoss", BEGIN);
    static final WovenCall BACKWARD = WovenCall.of(WovenTraining.class, "enterBackward", BEGIN);

    /** The listeners of a trainer, which evaluate. */
    static final WovenCall METRICS = WovenCall.of(WovenTraining.class, "enterMetrics", BEGIN);

    /** The end of whatever phase has begun. */
    static final WovenCall END = WovenCall.of(WovenTraining.class, "exit", "(J)V", TOKEN);

    /** The update of parameters, whose end is the end of a step. */
    static final WovenCall OPTIMIZER = WovenCall.of(WovenTraining.class, "enterOptimizer", BEGIN);

    static final WovenCall OPTIMIZER_END =
            WovenCall.of(WovenTraining.class, "exitOptimizer", "(JLjava/lang/Object;)V", TOKEN, THIS);

    static final WovenCall STEP =
            WovenCall.of(WovenSteps.class, "enter", TELL, TEXT).with(DjlWeaving.ORIGIN);

    static final WovenCall STEP_END =
            WovenCall.of(WovenSteps.class, "exit", TELL, TEXT).with(DjlWeaving.ORIGIN);

    /** The batches of a dataset. */
    static final WovenCall WRAP =
            WovenCall.of(WovenLoading.class, "wrap", "(Ljava/lang/Iterable;)Ljava/lang/Iterable;", RESULT);

    /** Asking for another batch, and getting it. */
    static final WovenCall LOADING = WovenCall.of(WovenLoading.class, "enter", BEGIN_OF, THIS);

    static final WovenCall LOADING_END = WovenCall.of(WovenLoading.class, "exit", TAKE, TOKEN);
    static final WovenCall LOADED = WovenCall.of(WovenLoading.class, "loaded", TAKE, RESULT);

    /** Making a batch, perhaps on a thread that does so ahead of time. */
    static final WovenCall FETCH = WovenCall.of(WovenLoading.class, "enterFetch", BEGIN);

    /** After the evaluation of a batch by a trainer. */
    static final WovenCall EVALUATED = WovenCall.of(WovenTraining.class, "evaluated", TAKE, ARGUMENT);

    /** After an array has been made, and before it is closed. */
    static final WovenCall CREATED = WovenCall.of(WovenArrays.class, "created", TAKE, THIS);

    static final WovenCall CLOSING = WovenCall.of(WovenArrays.class, "closing", TAKE, THIS);

    private DjlCalls() {}

    /** Lets the first call of methods be a phase of the start of the process. */
    static MethodCalls phase(MethodCalls methods, String phase) {
        return methods.enter(WovenCall.of(WovenStartup.class, "enter", "(Ljava/lang/String;)Z", TEXT)
                        .with(phase))
                .exit(WovenCall.of(WovenStartup.class, "exit", "(ZLjava/lang/String;)V", TOKEN, TEXT)
                        .with(phase));
    }
}
