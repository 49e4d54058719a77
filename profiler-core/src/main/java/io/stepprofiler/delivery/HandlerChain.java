package io.stepprofiler.delivery;

import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceHandler;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Calls the handlers of a profile one after the other, keeping what one throws from the others. */
final class HandlerChain {
    /** Calls one handler; answers whether it may be called again. */
    interface Caller {
        boolean call(TraceHandler handler, Trace trace) throws Throwable;
    }

    private final List<TraceHandler> handlers;
    private final boolean[] banned;
    private final DeliveryListener listener;
    private final Caller caller;

    HandlerChain(List<TraceHandler> handlers, DeliveryListener listener, Caller caller) {
        this.handlers = List.copyOf(handlers);
        this.banned = new boolean[handlers.size()];
        this.listener = listener;
        this.caller = caller;
    }

    void deliver(Callable<Trace> assembly) {
        Trace trace = assemble(assembly);
        if (trace == null) {
            return;
        }
        listener.assembled(trace);
        for (int i = 0; i < handlers.size(); i++) {
            TraceHandler handler = handlers.get(i);
            if (banned[i]) {
                continue;
            }
            try {
                banned[i] = !caller.call(handler, trace);
            } catch (Throwable e) {
                // Whatever a handler throws, an error too: it must not reach the next one or the training loop.
                listener.handlerFailed(handler, trace, e);
            }
        }
    }

    private @Nullable Trace assemble(Callable<Trace> assembly) {
        try {
            return assembly.call();
        } catch (Throwable e) {
            listener.assemblyFailed(e);
            return null;
        }
    }
}
