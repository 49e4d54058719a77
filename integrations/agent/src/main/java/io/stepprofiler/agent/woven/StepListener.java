package io.stepprofiler.agent.woven;

/** Is told of training and its steps by woven code, on the threads that train. */
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
