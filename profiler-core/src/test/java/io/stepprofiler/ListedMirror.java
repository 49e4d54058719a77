package io.stepprofiler;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.source.AnnotationMirror;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A mirror as other profilers are one: it knows the innermost range of each thread, and free ranges by their ids. */
final class ListedMirror implements AnnotationMirror {
    final List<String> calls = Collections.synchronizedList(new ArrayList<>());
    final Map<Thread, Deque<String>> open = new ConcurrentHashMap<>();
    final Map<Object, String> free = new ConcurrentHashMap<>();
    String unusable = "";

    @Override
    public String name() {
        return "listed";
    }

    @Override
    public String unusable() {
        return unusable;
    }

    @Override
    public Object push(String name, EventKind kind) {
        calls.add("push " + name);
        open.computeIfAbsent(Thread.currentThread(), thread -> new ArrayDeque<>())
                .push(name);
        return name;
    }

    @Override
    public void pop(Object range) {
        Deque<String> stack = open.get(Thread.currentThread());
        calls.add("pop " + (stack == null || stack.isEmpty() ? "of nothing" : stack.pop()));
    }

    @Override
    public Object start(String name, EventKind kind) {
        calls.add("start " + name);
        Object id = new Object();
        free.put(id, name);
        return id;
    }

    @Override
    public void end(Object range) {
        String ended = free.remove(range);
        calls.add("end " + (ended == null ? "of nothing" : ended));
    }

    @Override
    public void mark(String name) {
        calls.add("mark " + name);
    }

    /** Whether everything that began has ended, once. */
    boolean isBalanced() {
        return open.values().stream().allMatch(Deque::isEmpty)
                && free.isEmpty()
                && calls.stream().noneMatch(call -> call.endsWith("of nothing"));
    }
}
