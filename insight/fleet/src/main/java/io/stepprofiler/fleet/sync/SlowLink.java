package io.stepprofiler.fleet.sync;

import io.stepprofiler.event.Collective;
import java.util.List;

/**
 * Group whose collectives transfer more slowly than equal collectives of equal groups, in both halves of the steps.
 *
 * @param group name of the group
 * @param kind kind of the collectives
 * @param bytes smallest size of the collectives; the largest is less than twice as much
 * @param hosts hosts of the group: the ends of the link if there are two
 * @param gigabytesPerSecond median bus bandwidth of the slower half
 * @param usualGigabytesPerSecond median of the equal groups in this half
 */
public record SlowLink(
        String group,
        Collective kind,
        long bytes,
        List<String> hosts,
        double gigabytesPerSecond,
        double usualGigabytesPerSecond) {}
