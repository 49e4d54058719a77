package io.stepprofiler.agent.woven;

/** Listener to training and its steps, called by woven code on the threads that train. */
public interface StepListener {
    /** The listener that does nothing. */
    StepListener NONE = new StepListener() {
        @Override
        public void training(String origin) {}

        @Override
        public void stepEnded(String origin) {}
    };

    /**
     * Training is under way; told again and again.
     *
     * @param origin who tells
     */
    void training(String origin);

    /**
     * A step has ended.
     *
     * @param origin who tells
     */
    void stepEnded(String origin);
}
