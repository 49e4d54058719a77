package io.stepprofiler.agent.weaving;

import java.util.List;

/**
 * The calls around the methods of one name. Of a constructor only the end can be told. Abstract, native and
 * generated methods have none.
 *
 * @param method name of the methods, {@value MethodPattern#CONSTRUCTOR} for constructors
 * @param parameters how many parameters they have; negative for any number
 * @param enter what is called before their code; what the last of them returns, if anything, is the token
 * @param exit what is called after their code; what one of them returns, if anything, becomes their result
 * @param thrown whether that is called, too, where they throw
 */
public record MethodCalls(String method, int parameters, List<WovenCall> enter, List<WovenCall> exit, boolean thrown) {
    /**
     * Refuses what would not be valid code.
     *
     * @param method name of the methods
     * @param parameters how many parameters they have
     * @param enter what is called before their code
     * @param exit what is called after their code
     * @param thrown whether that is called where they throw
     */
    public MethodCalls {
        if (method.equals(MethodPattern.CONSTRUCTOR) && (thrown || !enter.isEmpty())) {
            throw new IllegalArgumentException("nothing can be woven in before an object is made");
        }
        if (thrown && exit.stream().anyMatch(call -> call.operands().contains(WovenCall.Operand.ARGUMENT))) {
            throw new IllegalArgumentException("where a method throws, its argument is not known any more");
        }
    }

    /**
     * {@return no calls yet around methods of a name, with any parameters}
     *
     * @param name name of the methods
     */
    public static MethodCalls around(String name) {
        return new MethodCalls(name, -1, List.of(), List.of(), false);
    }

    /**
     * {@return the same around methods with so many parameters}
     *
     * @param count that number
     */
    public MethodCalls taking(int count) {
        return new MethodCalls(method, count, enter, exit, thrown);
    }

    /**
     * {@return the same with these calls at the begin}
     *
     * @param calls what is called, in this order
     */
    public MethodCalls enter(WovenCall... calls) {
        return new MethodCalls(method, parameters, List.of(calls), exit, thrown);
    }

    /**
     * {@return the same with these calls at the end, however the method ends}
     *
     * @param calls what is called, in this order
     */
    public MethodCalls exit(WovenCall... calls) {
        return new MethodCalls(method, parameters, enter, List.of(calls), true);
    }

    /**
     * {@return the same with these calls where the method returns, and none where it throws}
     *
     * @param calls what is called, in this order
     */
    public MethodCalls returned(WovenCall... calls) {
        return new MethodCalls(method, parameters, enter, List.of(calls), false);
    }
}
