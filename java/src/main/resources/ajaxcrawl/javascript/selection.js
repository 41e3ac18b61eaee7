/* Members of Range and Selection that HtmlUnit lacks (DOM Standard 5, Selection API). */
(function (window) {
  'use strict';

  function place(node) {
    return Array.prototype.indexOf.call(node.parentNode.childNodes, node);
  }

  /* Where a point stands to another: -1 before it, 0 there, 1 after it. */
  function compare(node, offset, other, otherOffset) {
    if (node === other) {
      return Math.sign(offset - otherOffset);
    }
    const position = node.compareDocumentPosition(other);
    if (position & window.Node.DOCUMENT_POSITION_PRECEDING) {
      return -compare(other, otherOffset, node, offset);
    }
    let child = other;
    while (position & window.Node.DOCUMENT_POSITION_CONTAINED_BY && child.parentNode !== node) {
      child = child.parentNode;
    }
    return child.parentNode === node && place(child) < offset && position & window.Node.DOCUMENT_POSITION_CONTAINED_BY ? 1 : -1;
  }

  /* Where a point stands to a range: -1 before it, 0 in it, 1 after it. */
  function comparePoint(range, node, offset) {
    return compare(node, offset, range.startContainer, range.startOffset) < 0 ? -1
      : compare(node, offset, range.endContainer, range.endOffset) > 0 ? 1 : 0;
  }

  function intersects(range, node) {
    if (node.getRootNode() !== range.startContainer.getRootNode()) {
      return false;
    }
    return !node.parentNode || comparePoint(range, node.parentNode, place(node)) <= 0
      && comparePoint(range, node.parentNode, place(node) + 1) >= 0;
  }

  const direction = {
    get: function () {
      return this.rangeCount === 0 || this.isCollapsed ? 'none' : 'forward';
    }
  };

  return {
    direction: direction,
    compareBoundaryPoints: function (how, other) {
      const ofOwnEnd = how === window.Range.START_TO_END || how === window.Range.END_TO_END;
      const ofOtherEnd = how === window.Range.END_TO_END || how === window.Range.END_TO_START;
      return compare(ofOwnEnd ? this.endContainer : this.startContainer, ofOwnEnd ? this.endOffset : this.startOffset,
        ofOtherEnd ? other.endContainer : other.startContainer, ofOtherEnd ? other.endOffset : other.startOffset);
    },
    comparePoint: function (node, offset) {
      return comparePoint(this, node, offset);
    },
    isPointInRange: function (node, offset) {
      return node.getRootNode() === this.startContainer.getRootNode() && comparePoint(this, node, offset) === 0;
    },
    intersectsNode: function (node) {
      return intersects(this, node);
    },
    setBaseAndExtent: function (anchor, anchorOffset, focus, focusOffset) {
      const range = anchor.ownerDocument.createRange();
      range.setStart(anchor, anchorOffset);
      range.collapse(true);
      if (comparePoint(range, focus, focusOffset) < 0) {
        range.setStart(focus, focusOffset);
      } else {
        range.setEnd(focus, focusOffset);
      }
      this.removeAllRanges();
      this.addRange(range);
    },
    setPosition: function (node, offset) {
      if (node === null) {
        this.removeAllRanges();
      } else {
        this.collapse(node, offset || 0);
      }
    },
    containsNode: function (node, partly) {
      if (!this.rangeCount || !node.parentNode) {
        return false;
      }
      const range = this.getRangeAt(0);
      return partly ? intersects(range, node) : comparePoint(range, node.parentNode, place(node)) === 0
        && comparePoint(range, node.parentNode, place(node) + 1) === 0;
    },
    deleteFromDocument: function () {
      if (this.rangeCount) {
        const range = this.getRangeAt(0);
        range.deleteContents();
        this.collapse(range.startContainer, range.startOffset);
      }
    },
    modify: function () { },
    getComposedRanges: function () {
      return this.rangeCount ? [this.getRangeAt(0)] : [];
    }
  };
})
