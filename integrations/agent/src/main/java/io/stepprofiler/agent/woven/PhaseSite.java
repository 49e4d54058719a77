package io.stepprofiler.agent.woven;

/**
 * Calls of one method by another one, within a step.
 *
 * @param name name of the scopes of these calls
 * @param caller method that contains the calls, with its class and descriptor; empty for the step method
 * @param callee method that is called, in the same form
 */
public record PhaseSite(String name, String caller, String callee) {
    /** {@return whether the step method itself contains the calls} */
    public boolean isInStepMethod() {
        return caller.isEmpty();
    }
}
