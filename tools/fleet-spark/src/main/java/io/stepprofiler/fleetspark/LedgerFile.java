package io.stepprofiler.fleetspark;

import io.stepprofiler.ledger.StepLedger;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.deploy.SparkHadoopUtil;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * File that may be a step ledger, in any file system that Hadoop can read.
 *
 * @param ledger its number in the run
 * @param path its path, beginning with the directory as it was given
 * @param bytes its length
 * @param modifiedMillis time of its last change
 */
record LedgerFile(int ledger, String path, long bytes, long modifiedMillis) implements Serializable {
    /** The columns of a file in the tables of the lake. */
    static final StructType SCHEMA = new StructType()
            .add("ledger", DataTypes.IntegerType, false)
            .add("path", DataTypes.StringType, false)
            .add("bytes", DataTypes.LongType, false)
            .add("modified_millis", DataTypes.LongType, false);

    private static final int MAX_DEPTH = 8;

    /**
     * Returns the step ledgers in directories and in directories inside them, by path.
     *
     * @param given directories, files, and patterns of these
     * @throws IOException if they cannot be listed, or one of them contains no ledger
     */
    static List<LedgerFile> in(List<String> given, Configuration configuration) throws IOException {
        List<LedgerFile> files = new ArrayList<>();
        for (String each : given) {
            Path path = new Path(each);
            int before = files.size();
            FileSystem system = path.getFileSystem(configuration);
            FileStatus[] matching = system.globStatus(path);
            if (matching != null) {
                for (FileStatus status : matching) {
                    boolean isGiven = matching.length == 1 && status.isDirectory();
                    add(system, status, isGiven ? each : name(path, status), MAX_DEPTH, files);
                }
            }
            if (files.size() == before) {
                throw new IOException(each + " contains no step ledger (*" + StepLedger.SUFFIX
                        + "); traces are read without Spark only: stepprof fleet report " + each);
            }
        }
        files.sort(Comparator.comparing(LedgerFile::path));
        return IntStream.range(0, files.size())
                .mapToObj(number -> files.get(number).numbered(number))
                .toList();
    }

    /** Returns the name of a file that a pattern matches, in the directory as it was given. */
    private static String name(Path pattern, FileStatus matching) {
        Path parent = pattern.getParent();
        String name = matching.getPath().getName();
        return parent == null ? name : new Path(parent, name).toString();
    }

    private static void add(FileSystem system, FileStatus status, String name, int depth, List<LedgerFile> files)
            throws IOException {
        if (status.isDirectory() && depth > 0) {
            for (FileStatus inside : system.listStatus(status.getPath())) {
                add(system, inside, name + "/" + inside.getPath().getName(), depth - 1, files);
            }
        } else if (status.isFile() && name.endsWith(StepLedger.SUFFIX)) {
            files.add(new LedgerFile(0, name, status.getLen(), status.getModificationTime()));
        }
    }

    private LedgerFile numbered(int number) {
        return new LedgerFile(number, path, bytes, modifiedMillis);
    }

    /** Returns the file of a row of a table with its columns. */
    static LedgerFile of(Row row) {
        return new LedgerFile(row.getAs("ledger"), row.getAs("path"), row.getAs("bytes"), row.getAs("modified_millis"));
    }

    /** Returns the values of the columns. */
    Stream<Object> values() {
        return Stream.of(ledger, path, bytes, modifiedMillis);
    }

    /** Reads the ledger, inside of a task. */
    StepLedger read() throws IOException {
        Path file = new Path(path);
        FileSystem system = file.getFileSystem(SparkHadoopUtil.get().conf());
        try (FSDataInputStream in = system.open(file)) {
            return StepLedger.read(in.readNBytes((int) StepLedger.MAX_BYTES + 1), path);
        }
    }
}
