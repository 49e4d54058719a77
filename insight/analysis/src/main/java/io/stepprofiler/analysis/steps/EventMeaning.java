package io.stepprofiler.analysis.steps;

import io.stepprofiler.analysis.breakdown.ConcurrentCost;
import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.event.EventKind;
import java.util.Optional;

/**
 * Category of an event in a step, by its kind and name. Names are given by {@code io.stepprofiler.jvm} for events of
 * the flight recorder, and by the runtimes of devices.
 */
public final class EventMeaning {
    /** Name of the track of collections; further tracks add a number. */
    public static final String COLLECTIONS = "GC";

    private static final String HANDSHAKE = "VM operation (Handshake";

    private EventMeaning() {}

    /**
     * {@return the category of a thread inside an event on it; empty for phases}
     *
     * @param kind kind of the event
     * @param name name of the event
     */
    public static Optional<StepCategory> onThread(EventKind kind, String name) {
        return switch (kind) {
            case DATA_LOADER -> Optional.of(StepCategory.DATA_WAIT);
            case COMMUNICATION -> Optional.of(StepCategory.COMMUNICATION);
            case RUNTIME -> name.contains("Synchronize") ? Optional.of(StepCategory.DEVICE_WAIT) : Optional.empty();
            case WAIT -> Optional.of(waiting(name));
            default -> Optional.empty();
        };
    }

    private static StepCategory waiting(String name) {
        if (isAllocationStall(name) || isSystemGc(name)) {
            return StepCategory.VM_PAUSE;
        } else if (name.startsWith("Monitor enter")) {
            return StepCategory.LOCK;
        } else if (name.startsWith("Sleep")) {
            return StepCategory.SLEEP;
        } else if (name.startsWith("File ") || name.startsWith("Socket ")) {
            return StepCategory.INPUT_OUTPUT;
        }
        return StepCategory.PARK;
    }

    /**
     * {@return whether a thread waits for memory that a concurrent collector has not freed yet}
     *
     * @param name name of an event of kind {@link EventKind#WAIT}
     */
    public static boolean isAllocationStall(String name) {
        return name.startsWith("Allocation stall");
    }

    /**
     * {@return whether a thread waits in a call of {@code System.gc()}}
     *
     * @param name name of an event of kind {@link EventKind#WAIT}
     */
    public static boolean isSystemGc(String name) {
        return name.equals("System.gc()");
    }

    /**
     * {@return whether the virtual machine stops the threads of the program during an event}
     *
     * @param name name of an event of kind {@link EventKind#VIRTUAL_MACHINE}
     */
    public static boolean isPause(String name) {
        return isCollectionPause(name)
                || isReachingSafepoint(name)
                || name.equals("Leave safepoint")
                || isOperation(name);
    }

    /**
     * {@return whether an event is a pause for a collection}
     *
     * @param name name of an event of kind {@link EventKind#VIRTUAL_MACHINE}
     */
    public static boolean isCollectionPause(String name) {
        return name.startsWith("GC Pause") || name.startsWith("Pause ");
    }

    /**
     * {@return whether an event is the wait until all threads have stopped}
     *
     * @param name name of an event of kind {@link EventKind#VIRTUAL_MACHINE}
     */
    public static boolean isReachingSafepoint(String name) {
        return name.equals("Reach safepoint");
    }

    /**
     * {@return whether an event is an operation of the virtual machine with all threads stopped}
     *
     * @param name name of an event of kind {@link EventKind#VIRTUAL_MACHINE}
     */
    public static boolean isOperation(String name) {
        return name.startsWith("VM operation (") && !name.startsWith(HANDSHAKE);
    }

    /**
     * {@return the concurrent cost of an event of the virtual machine, if it has one}
     *
     * @param track name of its track
     * @param name name of an event of kind {@link EventKind#VIRTUAL_MACHINE}
     */
    public static Optional<ConcurrentCost> beside(String track, String name) {
        if (name.endsWith(" compilation")) {
            return Optional.of(ConcurrentCost.COMPILATION);
        } else if (name.equals("Class load")) {
            return Optional.of(ConcurrentCost.CLASS_LOADING);
        }
        return track.startsWith("GC concurrent") ? Optional.of(ConcurrentCost.COLLECTION) : Optional.empty();
    }
}
