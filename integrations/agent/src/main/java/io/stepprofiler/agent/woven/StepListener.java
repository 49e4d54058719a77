package io.stepprofiler.agent.woven;

/** Listener for training and its steps, called by woven code on the threads that train. */
public interface StepListener {
    /** The listener that does nothing. */
    StepListener NONE = new StepListener() {
        @Override
        public void training(String origin) {}

        @Override
        public void stepEnded(String origin) {}
    };

    /**
     * Called repeatedly while training is under way.
     *
     * @param origin name of the reporter
     */
    void training(String origin);

    /**
     * Called when a step has ended.
     *
     * @param origin name of the reporter
     */
    void stepEnded(String origin);
}
