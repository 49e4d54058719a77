package io.stepprofiler.cli.top;

/** What keys can order. None of it takes long: what comes of it is told later. */
interface Orders {
    /** Ends watching. */
    void quit();

    /** No window of the running profile begins until it is resumed. */
    void pause();

    /** The running profile goes on. */
    void resume();

    /** Captures steps into a file. */
    void capture(int steps);
}
