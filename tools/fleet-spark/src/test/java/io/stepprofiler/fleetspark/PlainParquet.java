package io.stepprofiler.fleetspark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.example.DummyRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** Reading of the numbers of a Parquet table on one thread, without Spark: the time that no engine can save. */
public final class PlainParquet {
    private PlainParquet() {}

    /** Returns the sum of all whole numbers of a table. */
    public static long sum(Path table) throws IOException {
        List<Path> files;
        try (Stream<Path> inside = Files.list(table)) {
            files = inside.filter(file -> file.toString().endsWith(".parquet")).toList();
        }
        long sum = 0;
        for (Path file : files) {
            sum += sumOfFile(file);
        }
        return sum;
    }

    private static long sumOfFile(Path file) throws IOException {
        long sum = 0;
        try (ParquetFileReader reader = ParquetFileReader.open(
                HadoopInputFile.fromPath(new org.apache.hadoop.fs.Path(file.toUri()), new Configuration(false)))) {
            MessageType schema = reader.getFooter().getFileMetaData().getSchema();
            String writer = reader.getFooter().getFileMetaData().getCreatedBy();
            for (PageReadStore pages = reader.readNextRowGroup(); pages != null; pages = reader.readNextRowGroup()) {
                ColumnReadStoreImpl columns = new ColumnReadStoreImpl(
                        pages, new DummyRecordConverter(schema).getRootConverter(), schema, writer);
                for (ColumnDescriptor column : schema.getColumns()) {
                    sum += sum(columns.getColumnReader(column), column, pages.getRowCount());
                }
            }
        }
        return sum;
    }

    private static long sum(ColumnReader column, ColumnDescriptor described, long rows) {
        PrimitiveTypeName type = described.getPrimitiveType().getPrimitiveTypeName();
        long sum = 0;
        for (long row = 0; row < rows; row++) {
            if (column.getCurrentDefinitionLevel() == described.getMaxDefinitionLevel()) {
                if (type == PrimitiveTypeName.INT64) {
                    sum += column.getLong();
                } else if (type == PrimitiveTypeName.INT32) {
                    sum += column.getInteger();
                } else {
                    column.skip();
                }
            }
            column.consume();
        }
        return sum;
    }
}
