package io.stepprofiler.nativeaccess.cuda;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;

/** A program with fakes of CUDA and CUPTI in it, which prints what is read of them. Its argument is their folder. */
final class CudaProgram {
    private CudaProgram() {}

    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]).toAbsolutePath();
        System.load(folder.resolve("libcuda.so.1").toString());
        Path cupti = folder.resolve("libcupti.so");
        System.setProperty(CudaLibrary.CUPTI_PROPERTY, cupti.toString());
        CudaProbe probe = CudaLibrary.probe();
        System.out.println("probe " + probe.isUsable() + " " + probe.reason() + " " + probe.toolkit() + " "
                + probe.driverVersion() + " " + cupti.toString().equals(probe.cuptiPath()));
        for (CudaDevice device : probe.devices()) {
            System.out.println("device " + device);
        }
        CuptiOptions options = new CuptiOptions(EnumSet.allOf(CudaKind.class), 65536, 4, true, true);
        CudaWindow window = CudaLibrary.open(options).window().orElseThrow();
        System.out.println("second " + CudaLibrary.open(options).reason());
        report(
                cupti,
                List.of(
                        "record runtime 0 cbid=211 start=now end=now+5 thread=" + CudaLibrary.threadNumber(),
                        "record kernel 0 start=now end=now+10 registers=32 gridX=4 gridY=1 gridZ=1 correlation=7 name=_Z3addPf",
                        "drop 3"));
        long before = System.nanoTime();
        window.flush();
        long after = System.nanoTime();
        print(window, before, after);
        window.close();
        System.out.println("finish " + window.finish(1000));
        System.out.println("counts " + window.counts() + " missing " + window.missing() + " notes " + window.notes()
                + " full " + window.isFull() + " clock " + window.clockErrorNanos());
        window.release();
        System.out.println("held " + CudaLibrary.heldBytes());
    }

    private static void report(Path cupti, List<String> lines) throws IOException {
        Files.write(cupti.resolveSibling(cupti.getFileName() + ".script"), lines);
    }

    private static void print(CudaWindow window, long before, long after) {
        for (ByteBuffer words = window.next(); words != null; words = window.next()) {
            List<String> names = CudaWindow.names(0);
            for (int at = 0; at < words.limit(); at += (int) (words.getLong(at) >> 16 & 0xffff) * Long.BYTES) {
                long head = words.getLong(at);
                long start = words.getLong(at + Long.BYTES);
                System.out.println("record " + (head & 0xff) + " " + names.get((int) (head >>> 32)) + " ours "
                        + (start >= before && start <= after) + " " + (words.getLong(at + 2 * Long.BYTES) - start) + " "
                        + (words.getLong(at + 3 * Long.BYTES) >>> 32));
            }
        }
        System.out.println("thread " + CudaLibrary.threadNumber());
    }
}
