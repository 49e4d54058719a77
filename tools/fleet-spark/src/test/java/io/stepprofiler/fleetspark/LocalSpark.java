package io.stepprofiler.fleetspark;

import org.apache.spark.sql.SparkSession;

/** Spark in the virtual machine of the tests, on the loopback address. */
public final class LocalSpark {
    private LocalSpark() {}

    /** Starts a session, after the last one was stopped. */
    public static SparkSession start(String master) {
        return SparkSession.builder()
                .master(master)
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.ui.enabled", "false")
                .getOrCreate();
    }
}
