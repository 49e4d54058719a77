package io.stepprofiler.capture.service;

import io.stepprofiler.capture.proto.v1.JobProcess;
import io.stepprofiler.environment.EnvironmentProbe;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.trace.DistributedInfo;
import java.time.Instant;

/** Describes the process of the server. */
final class ThisProcess {
    private ThisProcess() {}

    static JobProcess describe() {
        ProcessInfo process = ProcessInfo.current();
        JobProcess.Builder described = JobProcess.newBuilder()
                .setPid(process.pid())
                .setHost(process.host())
                // Set by the launcher: main class or jar, then the arguments, which may hold secrets.
                .setName(System.getProperty("sun.java.command", "").strip().split("\\s", 2)[0])
                .setJavaVersion(System.getProperty("java.version", ""))
                .setStartEpochMillis(ProcessHandle.current()
                        .info()
                        .startInstant()
                        .map(Instant::toEpochMilli)
                        .orElse(0L));
        EnvironmentProbe.environment()
                .frameworks()
                .forEach((name, version) -> described.addFrameworks(name + " " + version));
        DistributedInfo.fromEnvironment(System.getenv(), process.host())
                .ifPresent(worker -> described.setRank(worker.rank()).setWorldSize(worker.worldSize()));
        return described.build();
    }
}
