/** Test kit with a profile whose clock the test sets, and assertions on traces. */
module io.stepprofiler.testkit {
    requires transitive io.stepprofiler.core;
    requires static org.jspecify;

    exports io.stepprofiler.testkit;

    provides io.stepprofiler.clock.TickSource with
            io.stepprofiler.testkit.FakeTicks;
}
