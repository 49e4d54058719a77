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
    /** What activity sources see on the threads of the process, such as the operations of a framework. */
    CPU_SOURCE(Activity.CPU),
    /** What activity sources of the virtual machine see. */
    JVM_SOURCE(Activity.JVM),
    /** What activity sources of GPUs see. */
    CUDA_SOURCE(Activity.CUDA);

    private final Activity activity;

    ActivityType(Activity activity) {
        this.activity = activity;
    }

    /** {@return whether it is what activity sources see} */
    public boolean isSource() {
        return this == CPU_SOURCE || this == JVM_SOURCE || this == CUDA_SOURCE;
    }

    /** {@return the activity that this is part of} */
    public Activity activity() {
        return activity;
    }
}
