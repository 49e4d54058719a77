package io.stepprofiler.fleetspark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.spark.api.java.JavaRDD;
import scala.Function1;
import scala.Function2;
import scala.collection.Iterator;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;
import scala.runtime.BoxedUnit;

/** Jobs whose results are used on the driver as they arrive. */
final class SparkJobs {
    private SparkJobs() {}

    private interface OfPartition<T> extends Function1<Iterator<T>, List<T>>, Serializable {}

    /**
     * Passes the elements of each partition to a consumer as soon as its task has ended, in any order of partitions. The
     * results need not fit into the memory of the driver together.
     */
    static <T> void forEach(JavaRDD<T> elements, Consumer<T> to) {
        OfPartition<T> listed = partition -> {
            List<T> list = new ArrayList<>();
            while (partition.hasNext()) {
                list.add(partition.next());
            }
            return list;
        };
        Function2<Object, List<T>, BoxedUnit> arrived = (partition, list) -> {
            list.forEach(to);
            return BoxedUnit.UNIT;
        };
        ClassTag<List<T>> tag = ClassTag$.MODULE$.apply(List.class);
        elements.context().runJob(elements.rdd(), listed, arrived, tag);
    }
}
