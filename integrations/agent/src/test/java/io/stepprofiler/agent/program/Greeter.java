package io.stepprofiler.agent.program;

/** An interface with code in it. */
public interface Greeter {
    default String greet(String name) {
        return "hello " + name;
    }
}
