package io.stepprofiler.handlers.functions;

/** When a handler prints by itself. */
public enum Printing {
    /** When a profile ends: at its close, or when the virtual machine ends. */
    AT_EXIT,
    /** After each window, all windows so far. */
    EACH_WINDOW,
    /** Never; somebody asks for it. */
    ON_REQUEST
}
