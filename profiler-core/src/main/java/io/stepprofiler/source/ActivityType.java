package io.stepprofiler.source;

/** Type of an {@link Activity}; types are switched on and off one by one. */
public enum ActivityType {
    /** Scopes, operations, markers, tasks and frames. */
    SCOPE(Activity.CPU),
    /** Scopes of modules. */
    MODULE(Activity.CPU),
    /** Scopes of communication among workers. */
    COMMUNICATION(Activity.CPU),
    /** Scopes of data loading. */
    DATA_LOADER(Activity.CPU),
    /** Samples of counters. */
    COUNTER(Activity.CPU),
    /** Memory events, if the profile asks for them. */
    MEMORY(Activity.CPU),
    /** Events of activity sources on the threads of the process, such as the operations of a framework. */
    CPU_SOURCE(Activity.CPU),
    /** Events of activity sources of the virtual machine. */
    JVM_SOURCE(Activity.JVM),
    /** Events of activity sources of GPUs. */
    CUDA_SOURCE(Activity.CUDA);

    private final Activity activity;

    ActivityType(Activity activity) {
        this.activity = activity;
    }

    /** {@return whether activity sources record it} */
    public boolean isSource() {
        return this == CPU_SOURCE || this == JVM_SOURCE || this == CUDA_SOURCE;
    }

    /** {@return the activity that this is part of} */
    public Activity activity() {
        return activity;
    }
}
